// @ts-check
// One command at a time: while one is under way its element has the class "busy", and clicks do nothing.

export class CommandGate {
  busy = false;
  /** @type {Promise<boolean>} */
  #current = Promise.resolve(true);

  /**
   * @param {HTMLElement} element
   * @param {(error: unknown) => unknown} failed
   */
  constructor(element, failed) {
    this.element = element;
    this.failed = failed;
  }

  /**
   * Runs a command, unless another one is under way. True if it was done.
   * @param {() => unknown} command
   */
  run(command) {
    if (this.busy) return Promise.resolve(false);
    this.#current = this.#perform(command);
    return this.#current;
  }

  /**
   * Runs a command as soon as the others are done.
   * @param {() => unknown} command
   */
  async runAfterwards(command) {
    while (this.busy) await this.#current;
    return this.run(command);
  }

  /** @param {() => unknown} command */
  async #perform(command) {
    this.busy = true;
    this.element.classList.add("busy");
    try {
      await command();
      return true;
    } catch (error) {
      await this.failed(error);
      return false;
    } finally {
      this.busy = false;
      this.element.classList.remove("busy");
    }
  }
}
