// @ts-check
// Replaces the content of an element. The focus stays in the same place, or at least in the element.
import { find } from "./dom.js";

/** @type {WeakMap<Element, string>} */
const contents = new WeakMap();

/**
 * @param {HTMLElement} element
 * @param {string} html
 * @returns {boolean} whether the content has changed
 */
export function replaceContent(element, html) {
  if (contents.get(element) === html) return false;
  contents.set(element, html);
  const focused = find(":focus", element);
  const selector = focused && selectorOf(focused);
  element.innerHTML = html;
  if (focused) restoreFocus(element, selector ? find(selector, element) : null);
  return true;
}

/**
 * @param {HTMLElement} element
 * @param {HTMLElement | null} successor of the element that had the focus
 */
function restoreFocus(element, successor) {
  if (!successor && !element.hasAttribute("tabindex")) element.tabIndex = -1; // so that it can take the focus
  (successor ?? element).focus({ preventScroll: true });
}

/**
 * A selector that finds the same element in the next content, by its id or its data attributes.
 * @param {Element} element
 */
function selectorOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const data = [...element.attributes].filter(({ name }) => name.startsWith("data-"));
  return data.map(({ name, value }) => `[${name}="${CSS.escape(value)}"]`).join("");
}
