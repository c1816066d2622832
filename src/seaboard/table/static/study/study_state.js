// @ts-check
// The study of this page: the scene, and the settings of this browser.
import { $ } from "../common/dom.js";
import { recall, remember } from "../common/storage.js";

/** @typedef {import("../protocol.js").StudyScene} StudyScene */

export const study = $("#study"),
  writes = "writes" in study.dataset;
/** @type {`/study/${string}`} */
export const base = `/study/${study.dataset.study}`;
/** @type {Record<string, string>} */
export const words = JSON.parse(study.dataset.words ?? "{}");
const address = new URLSearchParams(location.search),
  botsKey = `study bots ${study.dataset.study}`;

export const state = {
  key: address.get("key") ?? "", // of the link, if it is another person's study
  chapter: Number(address.get("chapter")) || 1,
  at: Number(address.get("at")) || 0,
  target: { chapter: 1, at: 0 }, // the node that the user opened last
  version: -1,
  /** @type {StudyScene | null} the last scene from the server */
  scene: null,
};

/** The scene, once there is one. */
export function scene() {
  if (!state.scene) throw new Error("the study is not drawn yet");
  return state.scene;
}

/**
 * A query, with the key of the link.
 * @param {Record<string, string | number | boolean>} [more]
 */
export function queryWith(more = {}) {
  const query = new URLSearchParams(Object.entries(more).map(([name, value]) => [name, String(value)]));
  if (state.key) query.set("key", state.key);
  return query;
}

/** @returns {Set<number>} the seats on which bots play */
export const botSeats = () => new Set(JSON.parse(recall(botsKey) ?? "[]"));

/**
 * @param {number} seat
 * @param {boolean} on
 */
export function setBot(seat, on) {
  const seats = botSeats();
  if (on) seats.add(seat);
  else seats.delete(seat);
  remember(botsKey, JSON.stringify([...seats]));
}
