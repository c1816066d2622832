// @ts-check
// A tree of lines, and the steps from node to node.

/** @typedef {{ id: number, after: number | null, ends: boolean, children: number[] }} TreeNode */

export class LineTree {
  /** @type {Map<number, TreeNode>} */
  #nodes = new Map();
  /** @type {Map<number, number>} for each node the child that was visited last */
  #followed = new Map();

  /** @param {[id: number, after: number | null, endsTurn: boolean][]} nodes */
  update(nodes) {
    this.#nodes = new Map(nodes.map(([id, after, ends]) => [id, { id, after, ends, children: [] }]));
    for (const node of this.#nodes.values()) this.#parent(node)?.children.push(node.id);
  }

  /**
   * Makes the line that leads to a node the one that steps forward follow.
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
    const followed = this.#followed.get(node.id) ?? -1;
    return this.#nodes.get(node.children.includes(followed) ? followed : node.children[0]);
  }

  /**
   * The node one step forward or back.
   * @param {number} id
   * @param {boolean} forward
   */
  step(id, forward) {
    const node = this.#nodes.get(id);
    return (node && (forward ? this.#next(node) : this.#parent(node)))?.id ?? id;
  }

  /**
   * The next or previous node at which a turn ends.
   * @param {number} id
   * @param {boolean} forward
   */
  turn(id, forward) {
    for (let at = id; ; ) {
      const other = this.step(at, forward);
      if (other === at || this.#nodes.get(other)?.ends) return other;
      at = other;
    }
  }

  /**
   * The line above or below, at the nearest earlier node with several lines.
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
