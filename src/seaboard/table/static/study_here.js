// The study of this page: what is shown, and what this browser remembers.
import { $ } from "./server.js";

export const study = $("#study"), words = JSON.parse(study.dataset.words), writes = "writes" in study.dataset;
const address = new URLSearchParams(location.search), kept = `seaboard study bots ${study.dataset.study}`;

export const here = {
  base: `/study/${study.dataset.study}`,
  key: address.get("key") ?? "", // of the link, if it is somebody else's
  chapter: Number(address.get("chapter")) || 1,
  at: Number(address.get("at")) || 0,
  wanted: null, // where somebody has asked to go last
  version: null,
  scene: null, // what the server drew last
  bots: () => new Set(JSON.parse(localStorage.getItem(kept) ?? "[]")), // the seats they play on
  keepBots: (seat, on) => {
    const chosen = here.bots();
    (on ? chosen.add(seat) : chosen.delete(seat));
    localStorage.setItem(kept, JSON.stringify([...chosen]));
  },
};

