// @ts-check
// A tree of lines, and the ways through it.

/** @typedef {{ id: number, after: number | null, ends: boolean, children: number[] }} TreeNode */

export class LineTree {
  /** @type {Map<number, TreeNode>} */
  #nodes = new Map();
  /** @type {Map<number, number>} after each node, the line that was shown last */
  #followed = new Map();

  /** @param {[id: number, after: number | null, endsTurn: boolean][]} nodes */
  update(nodes) {
    this.#nodes = new Map(nodes.map(([id, after, ends]) => [id, { id, after, ends, children: [] }]));
    for (const node of this.#nodes.values()) this.#parent(node)?.children.push(node.id);
  }

  /**
   * The line that leads to a node is followed from now on.
   * @param {number} id
   */
  follow(id) {
    for (let node = this.#nodes.get(id); node; node = this.#parent(node)) {
      if (node.after !== null) this.#followed.set(node.after, node.id);
    }
  }

  /** @param {TreeNode} node */
  #parent(node) {
    return node.after === null ? undefined : this.#nodes.get(node.after);
  }

  /** @param {TreeNode} node */
  #next(node) {
    const wanted = this.#followed.get(node.id) ?? -1;
    return this.#nodes.get(node.children.includes(wanted) ? wanted : node.children[0]);
  }

  /**
   * One step on or back.
   * @param {number} id
   * @param {boolean} onward
   */
  step(id, onward) {
    const node = this.#nodes.get(id);
    return (node && (onward ? this.#next(node) : this.#parent(node)))?.id ?? id;
  }

  /**
   * To where a turn ends.
   * @param {number} id
   * @param {boolean} onward
   */
  turn(id, onward) {
    for (let at = id; ; ) {
      const other = this.step(at, onward);
      if (other === at || this.#nodes.get(other)?.ends) return other;
      at = other;
    }
  }

  /**
   * To the line above or below, at the nearest place where several were tried.
   * @param {number} id
   * @param {number} by
   */
  sibling(id, by) {
    for (let node = this.#nodes.get(id); node; node = this.#parent(node)) {
      const lines = this.#parent(node)?.children ?? [];
      if (lines.length > 1) return lines[(lines.indexOf(node.id) + by + lines.length) % lines.length];
    }
    return id;
  }
}
