// @ts-check
// The page of all lessons: marks those that are finished.
import { $, all } from "../common/dom.js";
import { isLessonDone } from "./lesson_progress.js";

for (const part of all("[data-lesson]")) {
  const done = isLessonDone(part.dataset.lesson ?? "");
  part.classList.toggle("is-done", done);
  $(".done", part).hidden = !done;
}
