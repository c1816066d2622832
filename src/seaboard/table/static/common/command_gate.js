// @ts-check
// Runs one command at a time: meanwhile the element has the class "busy", and further commands are ignored.

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
   * Runs a command, unless another one is running. Resolves to whether it succeeded.
   * @param {() => unknown} command
   */
  run(command) {
    if (this.busy) return Promise.resolve(false);
    this.#current = this.#perform(command);
    return this.#current;
  }

  /**
   * Runs a command when no other one is running any more.
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
