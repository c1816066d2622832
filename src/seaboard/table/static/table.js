// The only script: sends clicks, listens for news, swaps what changed, lets pieces move. The server draws and decides.
import { room } from "./room.js";

const $ = (selector, root = document) => root.querySelector(selector);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// What names the version it is for can be sent again without harm: a server that is being restarted costs no move.
async function post(path, body, tries) {
  try {
    const answer = await fetch(path, {
      method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body),
    });
    if (tries > 0 && [502, 504].includes(answer.status)) throw new TypeError("the server is away");
    return answer;
  } catch (error) {
    if (tries <= 0) throw error;
    dispatchEvent(new Event("away"));
    await new Promise((done) => setTimeout(done, 700));
    return post(path, body, tries - 1);
  }
}

async function send(path, body = {}) {
  const answer = await post(path, body, "version" in body ? 40 : 0);
  const said = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

async function look(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" } });
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

// every page: the light, the language, the menu

const year = "; path=/; max-age=31536000; samesite=lax";
for (const button of all("[data-theme-choice]")) {
  button.onclick = () => {
    const theme = button.dataset.themeChoice;
    document.cookie = `theme=${theme}${year}`;
    if (theme) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
  };
}
for (const field of all("[data-here]")) field.value = location.pathname + location.search;
for (const time of all("time[data-at]")) {
  const shown = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  time.textContent = shown.format(new Date(1000 * time.dataset.at));
}
document.addEventListener("click", (event) => {
  const menu = $("details.menu[open]");
  if (menu && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = $("details.menu[open]");
  if (event.key === "Escape" && menu) { menu.open = false; $("summary", menu).focus(); }
});
if ($("body.trouble.again")) setTimeout(() => location.reload(), 2000);

// lobby: a game that is being compiled opens by itself

async function watchCompiling() {
  const waiting = () => all("[data-game]").filter((part) => $(".compiling:not([hidden])", part));
  while (waiting().length) {
    await new Promise((done) => setTimeout(done, 1000));
    const ready = await look("/ready").catch(() => ({}));
    for (const part of waiting()) {
      const done = ready[part.dataset.game] ?? 0;
      $("progress", part).value = done;
      if (done === 100) {
        $(".compiling", part).hidden = true;
        for (const button of all("[data-quick], [data-waits]", part)) button.disabled = false;
      }
    }
  }
}
watchCompiling();

for (const button of all("[data-quick]")) {
  button.onclick = async () => {
    button.disabled = true;
    const wish = { game: button.dataset.quick, name: localStorage.getItem("seaboard name") ?? "" };
    try { location.href = (await send("/api/tables", wish)).page; } catch (error) { alert(error.message); button.disabled = false; }
  };
}

const form = $("form#new");
if (form) {
  const kept = {};
  const myName = () => all("[data-seat]", form).find((row) => $("[name$=kind]", row).value === "me")?.querySelector("[name$=name]");
  if (myName()) myName().value = localStorage.getItem("seaboard name") ?? "";
  const seatRows = () => all("[data-seat]", form);
  const showSeats = () => {
    for (const row of seatRows()) {
      const kind = $("[name$=kind]", row).value;
      $("[name$=level]", row).hidden = kind !== "bot";
      $("[name$=name]", row).hidden = kind === "friend";
    }
  };
  showSeats();
  form.addEventListener("change", async (event) => {
    const field = event.target;
    if (field.closest("[data-seat]")) { kept[field.name] = field.value; showSeats(); return; }
    if (!field.closest(".option")) return;
    const chosen = new URLSearchParams(new FormData(form));
    for (const name of [...chosen.keys()]) if (name.startsWith("seat-") || ["hints", "seed"].includes(name)) chosen.delete(name);
    chosen.set("changed", field.name);
    chosen.set("part", "true");
    const opened = all("details[open] > summary", form).map((part) => part.textContent);
    const seed = form.elements.seed.value, hints = form.elements.hints.checked;
    const answer = await fetch(`${form.action}?${chosen}`);
    if (!answer.ok) return;
    form.innerHTML = await answer.text();
    for (const [name, value] of Object.entries(kept)) if (form.elements[name]) form.elements[name].value = value;
    form.elements.seed.value = seed;
    form.elements.hints.checked = hints;
    for (const part of all("details > summary", form)) if (opened.includes(part.textContent)) part.parentElement.open = true;
    showSeats();
    all("input", form).find((input) => input.name === field.name && input.value === field.value)?.focus();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const data = new FormData(form), options = {};
    if (myName()?.value) localStorage.setItem("seaboard name", myName().value);
    for (const group of all(".option input", form)) {
      if (group.type === "radio" && group.checked) options[group.name] = group.value;
      if (group.type === "checkbox") { options[group.name] ??= []; if (group.checked) options[group.name].push(group.value); }
    }
    const seats = seatRows().map((row) => ({
      kind: $("[name$=kind]", row).value, level: $("[name$=level]", row).value, name: $("[name$=name]", row).value,
    }));
    try {
      const made = await send("/api/tables", {
        game: form.dataset.game, options, seats, seed: data.get("seed") ?? "", hints: data.get("hints") === "on",
      });
      location.href = made.page;
    } catch (error) {
      const trouble = $(".trouble", form);
      trouble.textContent = error.message;
      trouble.hidden = false;
    }
  });
}

// the table

const table = $("#table");
if (table) {
  const base = `/t/${table.dataset.table}`, words = JSON.parse(table.dataset.words);
  const narrow = matchMedia("(max-width: 800px)"), still = matchMedia("(prefers-reduced-motion: reduce)");
  const memory = (name, value) => {
    const key = `seaboard ${name}`;
    if (value === undefined) return localStorage.getItem(key);
    localStorage.setItem(key, value);
  };
  const setting = (name) => $(`[data-setting=${name}]`).checked;
  let scene = null, at = null, draft = null, me = sessionStorage.getItem(`seat ${table.dataset.table}`), busy = false, stream = null, heard = Number(table.dataset.number);

  for (const box of all("[data-setting]")) {
    if (memory(box.dataset.setting) !== null) box.checked = memory(box.dataset.setting) === "true";
    box.onchange = () => {
      memory(box.dataset.setting, box.checked);
      if (box.dataset.setting === "notify" && box.checked && "Notification" in window) Notification.requestPermission();
    };
  }

  // drawing

  async function refresh() {
    const asked = new URLSearchParams({ narrow: narrow.matches, after: heard, ...room() });
    if (me !== null) asked.set("seat", me);
    if (at !== null) asked.set("at", at);
    if (draft !== null) asked.set("draft", draft);
    let next;
    try { next = await look(`${base}/scene?${asked}`); } catch (error) {
      toast(error.status ? error.message : words.lost);
      if (!error.status) setTimeout(refresh, 1500);
      return;
    }
    if (scene && next.number < scene.number) return;
    if (draft !== null && next.draft === null) draft = null;
    show(next);
  }

  function swap(id, html) {
    const part = document.getElementById(id);
    if (part.drawn === html) return;
    part.drawn = html;
    const focus = part.contains(document.activeElement) ? nameOf(document.activeElement) : "";
    part.innerHTML = html;
    if (focus) ($(focus, part) ?? part).focus({ preventScroll: true });
  }

  function nameOf(element) {
    for (const name of ["action", "actions", "undo", "hint", "end"]) {
      if (name in element.dataset) return `[data-${name}="${element.dataset[name]}"]`;
    }
    return element.id ? `#${element.id}` : "";
  }

  function show(next) {
    const before = scene, places = piecesAt();
    const moved = before && before.viewer === next.viewer && Math.abs(before.at - next.at) < 9 && before.board !== next.board;
    const swapAll = () => {
      scene = next;
      for (const id of ["board", "prompt", "sentences", "final", "players", "company"]) swap(id, next[id]);
      showLog(next);
      showChat(next, before);
      table.classList.toggle("curtained", next.curtain !== null);
      table.classList.toggle("yours", next.yours);
      Object.assign(table.dataset, { version: next.version, at: next.at, over: next.over });
      const slider = $("#replay input");
      slider.max = next.moves;
      slider.value = next.at;
      $("#replay output").textContent = `${next.at} / ${next.moves}`;
      $("#replay [data-now]").hidden = next.at === next.moves;
      $("#replay [data-step='-1']").disabled = next.at === 0;
      $("#replay [data-step='1']").disabled = next.at === next.moves;
      document.title = next.title;
    };
    swapAll();
    if (moved && !still.matches && setting("motion")) movePieces(places);
    if (before && next.yours && !before.yours) callMe();
    if (narrow.matches && next.yours && before?.version !== next.version) showChoices();
  }

  function showChoices() {
    const choices = all("#board .target.can"), end = innerHeight - $("#prompt").offsetHeight;
    const seen = (part) => { const place = part.getBoundingClientRect(); return place.top >= 0 && place.bottom <= end; };
    if (choices.length && !choices.some(seen)) choices[0].scrollIntoView({ block: "center", behavior: still.matches ? "auto" : "smooth" });
  }

  function showLog(next) {
    const log = $("#log");
    if (log.drawn === next.log) return;
    const panel = log.parentElement, atEnd = panel.scrollHeight - panel.scrollTop - panel.clientHeight < 60;
    log.drawn = next.log;
    log.innerHTML = next.log;
    if (atEnd || !scene) panel.scrollTop = panel.scrollHeight;
  }

  function showChat(next, before) {
    const chat = $("#chat");
    if (chat.drawn === next.chat) return;
    chat.drawn = next.chat;
    chat.innerHTML = next.chat;
    chat.scrollTop = chat.scrollHeight;
    const dot = $("#tab-chat .new");
    if (before && next.said > before.said && $("#chat-tab").hidden) dot.hidden = false;
  }

  // pieces keep their names from picture to picture: where one was and where it is now make its way

  function piecesAt() {
    const places = new Map();
    for (const piece of all("#board [data-piece]")) places.set(piece.dataset.piece, piece.getBoundingClientRect());
    return places;
  }

  function movePieces(places) {
    const pieces = all("#board [data-piece]"), away = whoLeft(places, pieces);
    for (const piece of pieces) {
      const from = places.get(piece.dataset.piece) ?? away(kindOf(piece.dataset.piece)), to = piece.getBoundingClientRect();
      if (!from) { piece.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 350 }); continue; }
      const dx = from.x + from.width / 2 - to.x - to.width / 2, dy = from.y + from.height / 2 - to.y - to.height / 2;
      if (Math.hypot(dx, dy) < 2) continue;
      const scale = piece.getScreenCTM()?.a || 1, put = getComputedStyle(piece).transform;
      const rest = put === "none" ? "" : put;
      piece.animate(
        [{ transform: `translate(${dx / scale}px, ${dy / scale}px) ${rest}` }, { transform: rest || "none" }],
        { duration: 450, easing: "cubic-bezier(.3,.1,.2,1)" },
      );
    }
  }

  // pieces that are alike are named by their place, KIND@PLACE: one that appears is one of its kind that left

  const kindOf = (name) => name.includes("@") ? name.split("@")[0] : "";
  function whoLeft(places, pieces) {
    const there = new Set(pieces.map((piece) => piece.dataset.piece));
    const left = [...places].filter(([name]) => kindOf(name) && !there.has(name));
    return (kind) => {
      const n = left.findIndex(([name]) => kindOf(name) === kind);
      return n < 0 || !kind ? null : left.splice(n, 1)[0][1];
    };
  }

  // being called

  function callMe() {
    if (setting("sound")) chime();
    if (setting("notify") && document.hidden && "Notification" in window && Notification.permission === "granted") {
      new Notification(document.title, { body: words.your_turn, tag: table.dataset.table });
    }
  }

  let air = null;
  function chime() {
    air ??= new AudioContext();
    if (air.state !== "running") return;
    for (const [n, pitch] of [[0, 523.25], [1, 783.99]]) {
      const tone = air.createOscillator(), gain = air.createGain(), start = air.currentTime + n * 0.14;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(0.0001, start);
      gain.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, start + 0.5);
      tone.connect(gain).connect(air.destination);
      tone.start(start);
      tone.stop(start + 0.55);
    }
  }
  document.addEventListener("pointerdown", () => { air ??= new AudioContext(); air.resume(); }, { once: true });

  let hiding;
  function toast(text, stays = 6000) {
    const box = $("#toast");
    box.textContent = text;
    box.hidden = !text;
    clearTimeout(hiding);
    hiding = setTimeout(() => { box.hidden = true; }, stays);
  }

  addEventListener("away", () => toast(words.lost));

  // doing

  async function doing(deed) {
    if (busy) return;
    busy = true;
    table.classList.add("busy");
    try { await deed(); } catch (error) {
      toast(error.status ? error.message : words.lost);
      if (error.status === 409) { draft = null; await refresh(); }
    } finally { busy = false; table.classList.remove("busy"); }
  }

  const play = (action, ask = setting("ask")) => doing(async () => {
    closePick();
    const answer = await send(`${base}/move`, { version: scene.version, action, ask });
    heard = Math.max(heard, answer.number ?? -1);
    draft = answer.draft ?? null;
    if (answer.draft === undefined) toast("");
    await refresh();
    if (draft !== null) $("[data-end]")?.focus({ preventScroll: true });
  });

  const undo = () => doing(async () => {
    if (draft !== null) draft = null;
    else heard = (await send(`${base}/undo`, { version: scene.version })).number;
    await refresh();
  });

  const whyNot = (action) => doing(async () => {
    const answer = await look(`${base}/why?action=${action}&version=${scene.version}`);
    toast(answer.why || words.nothing);
  });

  const hint = () => doing(async () => {
    toast(words.thinking, 60000);
    const answer = await send(`${base}/hint`, { version: scene.version });
    const best = answer.hints[0];
    if (!best) return toast(words.nothing);
    const sure = best.wins ? ` (${words.wins.replace("{n}", best.wins)})` : "";
    toast(`${words.hint} ${best.text}${sure}`, 15000);
    for (const part of all(".hinted")) part.classList.remove("hinted");
    for (const part of all(`[data-action="${best.action}"]`)) part.classList.add("hinted");
    for (const part of all(".target.can")) if (part.dataset.actions.split(" ").includes(String(best.action))) part.classList.add("hinted");
  });

  function clickTarget(target) {
    const actions = target.dataset.actions.split(" ").filter(Boolean).map(Number);
    if (!actions.length) return;
    if (!scene.yours || draft !== null || at !== null || !target.classList.contains("can")) return whyNot(actions[0]);
    if (actions.length === 1) return play(actions[0]);
    openPick(actions, target);
  }

  let pickFor = null;
  function openPick(actions, target) {
    const box = $("#pick"), place = target.getBoundingClientRect();
    box.replaceChildren(...actions.map((action) => {
      const button = document.createElement("button");
      button.dataset.action = action;
      button.textContent = $(`#prompt [data-action="${action}"]`)?.textContent ?? action;
      return button;
    }));
    box.hidden = false;
    pickFor = target;
    const size = box.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(innerWidth - size.width - 8, place.x + place.width / 2 - size.width / 2))}px`;
    box.style.top = `${Math.max(8, Math.min(innerHeight - size.height - 8, place.bottom + 6))}px`;
    box.firstChild.focus();
  }

  function closePick() {
    const box = $("#pick");
    if (box.hidden) return;
    const inside = box.contains(document.activeElement);
    box.hidden = true;
    if (inside) pickFor?.focus({ preventScroll: true });
  }

  async function copyLink(path) {
    const link = new URL(path, location.href).href;
    try { await navigator.clipboard.writeText(link); } catch { /* shown instead */ }
    toast(`${words.copied} ${link}`, 20000);
  }

  const deeds = {
    action: (value) => play(Number(value)),
    end: (value) => play(Number(value), false),
    takeBack: undo,
    undo,
    hint,
    now: () => { at = null; refresh(); },
    scores: () => { $("#final").hidden = !$("#final").hidden; },
    seat: (value) => { me = value; sessionStorage.setItem(`seat ${table.dataset.table}`, me); refresh(); },
    link: (value) => doing(async () => copyLink((await send(`${base}/link`, { seat: Number(value) })).link)),
    watch: () => copyLink(base),
    revoke: (value, button) => doing(() => send(`${base}/revoke`, { seat: Number(button.dataset.of), key: value })),
    leave: (value) => confirm(words.sure_leave) && doing(() => send(`${base}/leave`, { seat: Number(value) })),
    back: (value) => doing(() => send(`${base}/back`, { seat: Number(value) })),
    hand: (value, button) => doing(() => send(`${base}/hand`, { seat: Number(value), level: $("[data-level]", button.parentElement).value })),
    agree: (value) => (value === "no" || confirm(words.sure_end)) && doing(() => send(`${base}/agree`, { yes: value === "yes" })),
    report: (value) => {
      const reason = prompt(words.report);
      if (reason !== null) doing(async () => { await send(`${base}/report`, { event: value ? Number(value) : null, reason: reason.slice(0, 300) }); toast(words.reported); });
    },
    rematch: () => doing(async () => { location.href = (await send(`${base}/rematch`)).page; }),
    wholeLog: () => doing(async () => {
      const answer = await fetch(`${base}/log${me === null ? "" : `?seat=${me}`}`);
      if (answer.ok) $("#log").innerHTML = await answer.text();
    }),
    step: (value) => lookAt((at ?? scene.moves) + Number(value)),
    at: (value) => lookAt(Number(value)),
  };

  function lookAt(move) {
    at = move >= scene.moves ? null : Math.max(0, move);
    refresh();
  }

  document.addEventListener("click", (event) => {
    const target = event.target.closest("#board .target");
    if (target) return clickTarget(target);
    if (!event.target.closest("#pick")) closePick();
    const button = event.target.closest("#table button, #pick button, #log [data-at]");
    if (!button) return;
    for (const [name, value] of Object.entries(button.dataset)) if (name in deeds) return deeds[name](value, button);
  });

  document.addEventListener("keydown", (event) => {
    const target = event.target.closest?.("#board .target");
    if (target && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); return clickTarget(target); }
    if (event.key === "Escape") { closePick(); toast(""); return; }
    const typing = event.target.matches?.("input:not([type=checkbox]):not([type=range]), select, textarea");
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      u: () => $("#prompt [data-undo], #prompt [data-take-back]")?.click(),
      e: () => $("#prompt [data-end]")?.click(),
      h: () => $("#prompt [data-hint]")?.click(),
      b: () => ($("#board .target.can") ?? $("#prompt button:not([hidden])"))?.focus(),
      w: () => { const part = $("#words"); part.open = !part.open; $("summary", part).focus(); },
      "?": () => choose($("#tab-help")),
    };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });

  $("#replay input").oninput = (event) => lookAt(Number(event.target.value));
  $("#replay").onsubmit = (event) => event.preventDefault();
  if ($("#say")) {
    $("#say").onsubmit = (event) => {
      event.preventDefault();
      const field = event.target.elements.text;
      if (field.value.trim()) doing(async () => { await send(`${base}/chat`, { text: field.value }); field.value = ""; });
    };
  }

  // tabs

  const tabs = all("[role=tab]");
  function choose(tab) {
    for (const one of tabs) {
      const chosen = one === tab;
      one.setAttribute("aria-selected", chosen);
      one.tabIndex = chosen ? 0 : -1;
      document.getElementById(one.getAttribute("aria-controls")).hidden = !chosen;
    }
    if (tab.id === "tab-chat") $("#tab-chat .new").hidden = true;
    tab.focus();
  }
  for (const [n, tab] of tabs.entries()) {
    tab.onclick = () => choose(tab);
    tab.onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) choose(tabs[(n + step + tabs.length) % tabs.length]);
    };
  }

  // listening: hidden tabs close their stream, and look again when they are seen

  function listen() {
    stream?.close();
    stream = null;
    if (document.hidden && !setting("notify")) return;
    stream = new EventSource(`${base}/events?after=${scene?.number ?? -1}`);
    stream.onmessage = (event) => { heard = Math.max(heard, Number(event.data)); if (!scene || heard > scene.number) refresh(); };
    stream.onerror = () => { if (stream?.readyState === EventSource.CLOSED) setTimeout(listen, 3000); };
  }
  document.addEventListener("visibilitychange", async () => {
    if (!document.hidden) await refresh();
    listen();
  });
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", (event) => { if (event.persisted) refresh().then(listen); });
  narrow.addEventListener("change", refresh);
  addEventListener("room", () => { if (scene) refresh(); });
  await refresh();
  listen();
}
