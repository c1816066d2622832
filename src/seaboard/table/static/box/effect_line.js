// @ts-check
// A line of an effect: its text from the choices, and the choices that it needs.

/**
 * @typedef {{
 *   trigger: string, event: string, count: string, relation: string, number: string, does: string,
 *   pay: [string, string][], gain: [string, string][], action: string, points: string,
 *   special: string, target: string, counted: string, per: string, step: string,
 * }} Chosen  goods are pairs of a number and a name; an empty name: none
 */

/** @typedef {"event" | "does" | "pay" | "gain" | "action" | "points" | "special" | "target" | "counted" | "per"} Row */

/**
 * The rows of the form that the line needs.
 * @param {Pick<Chosen, "trigger" | "does" | "special">} chosen
 * @returns {Set<Row>}
 */
export function rowsFor({ trigger, does, special }) {
  if (trigger === "points") return new Set(["points", "per"]);
  if (trigger === "cost") return new Set(["pay", "per"]);
  if (trigger === "special") {
    const words = special.split(" "),
      slots = /** @type {[string, Row][]} */ ([
        ["N", "points"],
        ["TARGET", "target"],
        ["GOODS", "pay"],
        ["COUNT", "counted"],
        ["ACTION", "action"],
      ]);
    return new Set(["special", ...slots.filter(([slot]) => words.includes(slot)).map(([, row]) => row)]);
  }
  /** @type {Record<string, Row[]>} */
  const byEffect = { gain: ["gain", "per"], lose: ["pay"], exchange: ["pay", "gain", "per"], do: ["action"] };
  return new Set([...(trigger === "whenever" ? /** @type {Row[]} */ (["event"]) : []), "does", ...(byEffect[does] ?? [])]);
}

/**
 * Goods as `1 wood 2 fish`, each with a sign before it.
 * @param {[string, string][]} goods
 * @param {string} [sign]
 */
const goodsText = (goods, sign = "") =>
  goods
    .filter(([, good]) => good)
    .map(([n, good]) => `${sign}${n} ${good}`)
    .join(" ");

/** @param {Chosen} chosen */
function triggerText({ trigger, event, count, relation, number }) {
  const condition = count ? `${count} ${relation} ${number}` : "";
  if (trigger === "once") return `once ${condition || "ship >= 1"}`;
  const when = { whenever: `whenever ${event}`, before: "before use elder" }[trigger] ?? trigger;
  return condition ? `${when} if ${condition}` : when;
}

/** @param {Chosen} chosen */
function perText({ per, step }) {
  if (!per) return "";
  const steps = Number(step) > 1 ? ` ${step}` : "";
  return per === "each" ? ` each${steps}` : ` per${steps} ${per}`;
}

/** @param {Chosen} chosen */
function effectText(chosen) {
  const { trigger, does, pay, gain, action, points, special, target, counted } = chosen;
  if (trigger === "points") return `${points}${perText(chosen)}`;
  if (trigger === "cost") return `${goodsText(pay)}${perText(chosen)}`;
  if (trigger === "special") {
    /** @type {Record<string, string>} */
    const filled = { N: points, TARGET: target, GOODS: goodsText(pay), COUNT: counted, ACTION: action };
    return special
      .split(" ")
      .map((word) => filled[word] ?? word)
      .join(" ");
  }
  if (does === "do") return `do ${action}`;
  if (does === "lose") return goodsText(pay, "-");
  if (does === "exchange") return `${goodsText(pay)} -> ${goodsText(gain)}${perText(chosen)}`;
  return `${goodsText(gain, "+")}${perText(chosen)}`;
}

/**
 * The line as the grammar of effects writes it.
 * @param {Chosen} chosen
 */
export const lineText = (chosen) => `${triggerText(chosen)}: ${effectText(chosen)}`;
