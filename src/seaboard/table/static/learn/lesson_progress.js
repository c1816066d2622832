// @ts-check
// The lessons that are finished in this browser.
import { recall, remember } from "../common/storage.js";

/** @param {string} lesson */
export const isLessonDone = (lesson) => recall(`lesson ${lesson}`) !== null;

/** @param {string} lesson */
export const markLessonDone = (lesson) => remember(`lesson ${lesson}`, "done");
