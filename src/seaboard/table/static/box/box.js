// @ts-check
// The page on which a box is edited: opens components by number or by a click, saves, merges, shares, and tries them out.
import { $, all, closest, field, find, pause, showMessage } from "../common/dom.js";
import { get, messageOf, send, statusOf } from "../common/server.js";
import { addressOf, siteOrigin } from "../common/share_links.js";
import { toast } from "../common/toast.js";
import { current, isChanged, openForm, preview, showError, typedValues } from "./component_form.js";
import { cards, draw, filter, isShown, watch } from "./grid.js";
import { showTrouble } from "./trouble.js";

const main = $("main.box"),
  filters = $("#filters"),
  panel = $("#edit"),
  form = $("form", panel),
  number = field("#number"),
  lost = main.dataset.lost ?? "",
  MAX_SIZE = 1_600_000; // bytes of a file
let version = Number(main.dataset.version);

/** @param {string} name */
const path = (name) =>
  `${main.dataset.address}/${name}${main.dataset.key ? `?key=${encodeURIComponent(main.dataset.key)}` : ""}`;

/**
 * The path, ready for further parameters.
 * @param {string} name
 */
const pathWithQuery = (name) => `${path(name)}${main.dataset.key ? "&" : "?"}`;

/** @param {{kind: string, key: string}} which */
const cardOf = ({ kind, key }) => cards().find((card) => card.dataset.kind === kind && card.dataset.key === key);

/** Whether the form may be closed: asks if it has unsaved changes. */
const mayLeave = () => !isChanged() || confirm(main.dataset.unsaved ?? "");

/** @param {HTMLElement} card */
function openCard(card) {
  if (!mayLeave()) return;
  for (const other of cards()) other.classList.toggle("edited", other === card);
  const { kind = "", key = "", values = "{}" } = card.dataset;
  openForm(kind, key, $(".name", card).textContent ?? "", JSON.parse(values));
  scrollBy(0, Math.max(0, filters.getBoundingClientRect().top)); // the whole height for the form
  card.scrollIntoView({ block: "nearest" });
  refresh(card);
}

/**
 * A component as it is stored now.
 * @param {{kind: string, key: string}} which
 * @returns {Promise<import("../protocol.js").ComponentAnswer>}
 */
const fetchComponent = ({ kind, key }) => get(`${pathWithQuery("component")}kind=${kind}&of=${encodeURIComponent(key)}`);

/**
 * The values that differ from those with which the form was opened.
 * @param {Record<string, string>} values
 */
const changedSinceOpened = (values) => Object.entries(values).filter(([name, value]) => value !== (current.stored[name] ?? ""));

/**
 * Loads the page again if somebody else has changed this component since it was drawn.
 * @param {HTMLElement} card
 */
async function refresh(card) {
  const { kind, key, opened } = current;
  const latest = await fetchComponent({ kind, key }).catch(() => undefined); // without an answer, saving will report the error
  if (!latest || latest.version < version || current.opened !== opened) return;
  if (!changedSinceOpened(latest.values).length) version = latest.version;
  else if (!isChanged()) {
    location.hash = card.id;
    location.reload();
  }
}

function close() {
  if (!mayLeave()) return;
  panel.hidden = true;
  for (const card of cards()) card.classList.remove("edited");
  number.focus();
  number.select();
}

/**
 * Shows the answer to a change: the new version, the card, the progress.
 * @param {{version: number, card: string, status: string, key: string}} answer
 * @param {string} kind
 * @param {string} picture  of the card, if it is known
 */
function applyAnswer(answer, kind = "", picture = "") {
  version = answer.version;
  $("#status").innerHTML = answer.status;
  if (!answer.card) return;
  const holder = document.createElement("div");
  holder.innerHTML = answer.card;
  const fresh = $(".component", holder),
    before = cardOf({ kind, key: answer.key });
  if (before) before.replaceWith(fresh);
  else (all(`.component[data-kind="${kind}"]`).at(-1) ?? $("#components")).after(fresh);
  watch(fresh);
  if (picture) draw(fresh, picture);
}

let isSaving = false;

/** Saves the form; returns whether it is stored. */
async function save() {
  if (isSaving) return false;
  isSaving = true;
  try {
    return (await preview()) && (await store());
  } catch (error) {
    showError(messageOf(error, lost));
    return false;
  } finally {
    isSaving = false;
  }
}

/**
 * Stores the form. If somebody else has changed another component meanwhile, tries again with the new version.
 * @returns {Promise<boolean>} whether it is stored
 */
async function store(attempts = 5) {
  const { kind, key, opened } = current,
    values = typedValues(),
    picture = $(".drawing", form).innerHTML;
  try {
    const answer = await send(path("save"), { version, kind, key, values });
    applyAnswer(answer, kind, picture);
    toast(main.dataset.saved ?? "");
    if (current.opened !== opened) return false; // another component has been opened meanwhile
    Object.assign(current, { key: answer.key, stored: values });
    showError("");
    return true;
  } catch (error) {
    if (statusOf(error) !== 409 || !attempts || current.opened !== opened) throw error;
    return (await wasOtherComponent(messageOf(error, lost))) && store(attempts - 1);
  }
}

/**
 * After a conflict: whether somebody else has changed another component. If it was this one, shows their values; the form stays as it
 * is, and saving again replaces them.
 * @param {string} message
 */
async function wasOtherComponent(message) {
  const { kind, key } = current,
    neighbour = all(`.component[data-kind="${kind}"]`)[0]?.dataset.key ?? "",
    theirs = await fetchComponent({ kind, key: key || neighbour }),
    changed = key ? changedSinceOpened(theirs.values) : [];
  version = theirs.version;
  if (!changed.length) return true;
  const written = changed.map(([name, value]) => `${name} ${value || "–"}`).join(", ");
  showError(`${message} ${(main.dataset.theirs ?? "").replace("{values}", written)}`);
  return false;
}

/** Opens the next component that the filters show. */
function openNext() {
  const shown = cards().filter(isShown),
    at = shown.findIndex((card) => card.dataset.kind === current.kind && card.dataset.key === current.key),
    card = shown[at + 1];
  filter(); // hides the saved component if it no longer fits
  if (card) openCard(card);
  else close();
}

form.onsubmit = async (event) => {
  event.preventDefault();
  if (await save()) openNext();
};
$("[data-save]", form).onclick = save;
$("[data-close]", form).onclick = close;
panel.addEventListener("keydown", (event) => {
  if (event.key === "Escape") close();
  if (
    event.key === "Enter" &&
    event.target instanceof HTMLTextAreaElement &&
    !event.shiftKey &&
    !event.target.matches("[data-printed]")
  ) {
    event.preventDefault();
    /** @type {HTMLFormElement} */ (form).requestSubmit();
  }
});
$("#components").addEventListener("click", (event) => {
  const card = closest(event, ".component");
  if (card) openCard(card);
  const add = closest(event, "[data-add]");
  if (!add || !mayLeave()) return;
  const last = all(`.component[data-kind="${add.dataset.add}"]`).at(-1);
  openForm(add.dataset.add ?? "", "", add.textContent ?? "", JSON.parse(last?.dataset.values ?? "{}"));
});
$("#status").addEventListener("click", (event) => {
  const link = closest(event, "[data-open]");
  if (!link) return;
  event.preventDefault();
  const [kind, key] = (link.dataset.open ?? "").split("|"),
    card = cardOf({ kind, key });
  if (card) openCard(card);
});
number.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  const wanted = number.value.trim().toLocaleLowerCase(),
    card =
      cards().find((one) => isShown(one) && one.dataset.key?.toLocaleLowerCase() === wanted) ??
      cards().find((one) => one.dataset.key?.toLocaleLowerCase() === wanted) ??
      cards().find((one) => isShown(one) && $(".name", one).textContent?.toLocaleLowerCase().includes(wanted));
  if (card) openCard(card);
  else toast(main.dataset.noNumber ?? "");
});

$("[data-remove]", form).onclick = async () => {
  const { kind, key } = current;
  try {
    applyAnswer(await send(path("remove"), { version, kind, key }));
    location.reload(); // the others have new numbers
  } catch (error) {
    showError(messageOf(error, lost));
  }
};

// trying it

$("[data-try]", form).onclick = async () => {
  if (isChanged() && !(await save())) return;
  try {
    const { text } = await send(path("try"), { kind: current.kind, key: current.key });
    const { page } = await send("/api/studies", { text });
    Object.assign(document.createElement("a"), { href: page, target: "_blank", rel: "noopener" }).click();
  } catch (error) {
    showError(messageOf(error, lost));
  }
};

const measured = $(".measured", form);
let job = "";
const measure = find("[data-measure]", form);
if (measure)
  measure.onclick = async () => {
    if (isChanged() && !(await save())) return;
    const bar = /** @type {HTMLProgressElement} */ ($("progress", measured));
    try {
      job = (await send(path("measure"), { kind: current.kind, key: current.key })).job;
      const thisJob = job;
      measured.hidden = bar.hidden = $("[data-cancel]", measured).hidden = false;
      $("div", measured).textContent = "";
      while (job === thisJob) {
        const { done, total, report, error } = await get(`${pathWithQuery("measure")}job=${thisJob}`);
        Object.assign(bar, { max: total, value: done });
        if (report) $("div", measured).innerHTML = report;
        if (error) $("div", measured).textContent = error;
        if (report || error) {
          measured.scrollIntoView({ block: "nearest" });
          break;
        }
        await pause(300);
      }
    } catch (error) {
      showError(messageOf(error, lost));
    }
    bar.hidden = $("[data-cancel]", measured).hidden = true;
  };
$("[data-cancel]", measured).onclick = () => send(path("cancel"), { job }).catch(() => {});

// the whole box

const merge = $("#merge form");
merge.onsubmit = async (event) => {
  event.preventDefault();
  const trouble = $(".trouble", merge),
    chosen = /** @type {HTMLInputElement[]} */ (all("input[type=radio]:checked", merge)),
    choices = Object.fromEntries(chosen.map(({ name, value }) => [name, value]));
  trouble.hidden = true;
  try {
    const { conflicts } = await send(path("merge"), { version, text: field("[name=text]", merge).value, choices });
    $(".conflicts", merge).innerHTML = conflicts;
    if (conflicts) return;
    toast(main.dataset.merged ?? "");
    location.reload();
  } catch (error) {
    showTrouble(trouble, error, lost);
  }
};
field("input[type=file]", merge).onchange = async (event) => {
  const chosen = /** @type {HTMLInputElement} */ (event.target).files?.[0];
  if (!chosen) return;
  if (chosen.size > MAX_SIZE) showMessage($(".trouble", merge), main.dataset.tooLarge);
  else field("[name=text]", merge).value = await chosen.text();
  $(".conflicts", merge).replaceChildren();
};

const share = find("#share");
if (share) {
  const place = $(".shared", share);
  $("[data-link]", share).onclick = async () => {
    const { link, qr } = await send(path("link"), { origin: siteOrigin });
    place.innerHTML = qr;
    const shown = Object.assign(document.createElement("input"), { value: addressOf(link), readOnly: true });
    shown.setAttribute("aria-label", "link");
    place.prepend(shown);
    shown.select();
  };
  $("[data-unlink]", share).onclick = async () => {
    await send(path("link"), { remove: true });
    place.replaceChildren();
  };
  $("#rename").onsubmit = async (event) => {
    event.preventDefault();
    try {
      applyAnswer(await send(path("rename"), { version, name: field("#rename [name=name]").value }));
      location.reload();
    } catch (error) {
      toast(messageOf(error, lost));
    }
  };
  $("button[data-delete]").onclick = async () => {
    if (!confirm(main.dataset.confirmDelete ?? "")) return;
    await send(path("delete"));
    location.href = `/box/${main.dataset.game}`;
  };
}
new ResizeObserver(() => main.style.setProperty("--bar", `${filters.offsetHeight}px`)).observe(filters);
addEventListener("beforeunload", (event) => {
  if (isChanged()) event.preventDefault();
});
filter();
if (location.hash) {
  const card = cards().find((one) => `#${one.id}` === decodeURIComponent(location.hash));
  if (card) openCard(card);
}
