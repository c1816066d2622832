// @ts-check
// Finds elements of the page, and creates elements.

/**
 * The first element that matches. Throws an error if there is none.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T}
 */
export function $(selector, root = document) {
  const found = /** @type {T | null} */ (root.querySelector(selector));
  if (!found) throw new Error(`nothing on this page matches ${selector}`);
  return found;
}

/**
 * The first element that matches, or null.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T | null}
 */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * All elements that match.
 * @template {Element} [T=HTMLElement]
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
export const all = (selector, root = document) => [...root.querySelectorAll(selector)].map((one) => /** @type {T} */ (one));

/**
 * An input field.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLInputElement}
 */
export const field = (selector, root) => $(selector, root);

/**
 * The nearest element around an event's target that matches.
 * @template {Element} [T=HTMLElement]
 * @param {Event} event
 * @param {string} selector
 * @returns {T | null}
 */
export const closest = (event, selector) => (event.target instanceof Element ? event.target.closest(selector) : null);

/**
 * Whether the target of a key event is a field in which the user types.
 * @param {Event} event
 */
export const isTyping = (event) => Boolean(closest(event, "input:not([type=checkbox]):not([type=range]), select, textarea"));

/** @param {KeyboardEvent} event */
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} properties
 * @param {(Node | string)[]} content
 */
export function htmlElement(name, properties, ...content) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...content);
  return made;
}

/**
 * Shows a message in an element, which is hidden without one.
 * @param {HTMLElement} place
 * @param {string | undefined} text
 */
export const showMessage = (place, text) => Object.assign(place, { textContent: text, hidden: !text });

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
export function svgElement(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return /** @type {SVGGraphicsElement} */ (made);
}

/**
 * The middle of an element, in pixels of the window.
 * @param {Element} element
 */
export function middleOf(element) {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
