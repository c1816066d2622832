// @ts-check
// The settings of a new table for its clock and its players, from templates/meet/table_settings.html.
import { field } from "../common/dom.js";

/** @param {HTMLInputElement} input */
const numberIn = (input) => (input.value === "" ? null : Number(input.value));

/** @param {HTMLElement} form */
export function tableSettings(form) {
  const paces = /** @type {HTMLSelectElement} */ (/** @type {unknown} */ (field("[name=meet-pace]", form)));
  const { kind, turn, reserve } = paces.selectedOptions[0]?.dataset ?? {};
  const timeout = field("[name=meet-timeout]", form).value;
  return {
    pace: kind ? { kind, turn: Number(turn), reserve: Number(reserve), timeout } : null,
    listed: field("[name=meet-listed]", form).checked,
    rated: field("[name=meet-rated]", form).checked,
    low: numberIn(field("[name=meet-low]", form)),
    high: numberIn(field("[name=meet-high]", form)),
  };
}
