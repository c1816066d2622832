// @ts-check
// A lesson or a puzzle: a board, a card with the task, and answers that the server judges.
import { theBoard } from "../board/board.js";
import { CommandGate } from "../common/command_gate.js";
import { $, find, hasModifier, isTyping } from "../common/dom.js";
import { narrow } from "../common/media.js";
import { messageOf, send } from "../common/server.js";

/** @typedef {{ board: string, card: string }} Scene */

/**
 * @template {Scene} S
 */
export class Exercise {
  board = theBoard();
  root = $("#lesson");
  /** @type {S | null} */
  scene = null;
  /** @type {Record<string, unknown>} the request that draws the current scene again */
  #redraw = {};
  #gate = new CommandGate(this.root, (error) => this.#showError(messageOf(error, this.root.dataset.lost ?? "")));

  /**
   * @param {string} path
   * @param {object} how
   * @param {(next: S, before: S | null) => void} how.show shows the rest of the scene
   * @param {(action: number) => void} how.choose
   * @param {() => boolean} [how.isOpen] whether it can still be answered
   * @param {Record<string, () => unknown>} [how.shortcuts]
   */
  constructor(path, { show, choose, isOpen = () => true, shortcuts = {} }) {
    this.path = path;
    this.show = show;
    this.board.isActive = isOpen;
    this.board.addEventListener("choose", (event) =>
      choose(/** @type {CustomEvent<{ action: number }>} */ (event).detail.action),
    );
    this.board.addEventListener("refused", (event) => {
      const { actions } = /** @type {CustomEvent<import("../board/board.js").Refused>} */ (event).detail;
      if (actions.length && isOpen()) choose(actions[0]); // the server says why not
    });
    this.board.addEventListener("viewport", () => this.ask(this.#redraw));
    document.addEventListener("keydown", (event) => {
      if (event.key in shortcuts && !isTyping(event) && !hasModifier(event)) shortcuts[event.key]();
    });
  }

  /**
   * Sends an answer and shows the scene after it.
   * @param {Record<string, unknown>} answer
   * @param {(scene: S) => Record<string, unknown>} [again] the request that draws that scene again; by default the answer
   */
  ask(answer, again = () => answer) {
    return this.#gate.run(async () => {
      const { board } = this,
        { viewport } = board,
        before = this.scene;
      board.closeMenu();
      const next = /** @type {S} */ (await send(this.path, { ...answer, narrow: narrow.matches, ...viewport }));
      this.scene = next;
      this.#redraw = again(next);
      $("#card").innerHTML = next.card;
      board.draw(next.board, { viewport, moves: before !== null && before.board !== next.board });
      this.show(next, before);
    });
  }

  /** @param {string} text */
  #showError(text) {
    find("#card .answer.lost")?.remove();
    $("#card").prepend(Object.assign(document.createElement("p"), { className: "answer wrong lost", textContent: text }));
  }
}
