// @ts-check
// The service worker: shows push messages, and opens the app without a connection. The server fills in version and files.
{
  /** @typedef {Event & { waitUntil(work: Promise<unknown>): void }} Extendable */
  /** @typedef {Extendable & { request: Request, respondWith(answer: Promise<Response>): void }} FetchEvent */
  /** @typedef {Extendable & { data: { json(): any } | null }} PushEvent */
  /** @typedef {Extendable & { notification: Notification }} NotificationEvent */
  /** @typedef {{ url: string, focus(): Promise<unknown>, navigate(url: string): Promise<unknown> }} Page */
  /**
   * @typedef {object} Worker
   * @property {(kind: string, call: (event: any) => void) => void} addEventListener
   * @property {() => Promise<void>} skipWaiting
   * @property {{ claim(): Promise<void>, matchAll(wanted: object): Promise<Page[]>, openWindow(url: string): Promise<unknown> }} clients
   * @property {ServiceWorkerRegistration} registration
   */
  const worker = /** @type {Worker} */ (/** @type {unknown} */ (self));
  const VERSION = "development";
  /** @type {string[]} */
  const FILES = [];
  const STATIC = `static ${VERSION}`,
    GAMES = "games",
    MAX_GAMES = 5,
    OFFLINE = "/offline";

  worker.addEventListener("install", (/** @type {Extendable} */ event) => {
    event.waitUntil(caches.open(STATIC).then((cache) => cache.addAll([OFFLINE, ...FILES])));
    worker.skipWaiting();
  });

  worker.addEventListener("activate", (/** @type {Extendable} */ event) => {
    event.waitUntil(removeOldFiles().then(() => worker.clients.claim()));
  });

  async function removeOldFiles() {
    for (const name of await caches.keys()) if (name !== STATIC && name !== GAMES) await caches.delete(name);
  }

  worker.addEventListener("fetch", (/** @type {FetchEvent} */ event) => {
    const { request } = event,
      { origin, pathname, searchParams } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (pathname.startsWith("/static/")) event.respondWith(staticFile(request));
    else if (request.mode === "navigate") event.respondWith(page(request, pathname));
    else if (/^\/t\/[^/]+\/scene$/.test(pathname) && !searchParams.has("at") && !searchParams.has("draft")) {
      event.respondWith(scene(request, pathname));
    }
  });

  /** @param {Request} request */
  async function staticFile(request) {
    const kept = await caches.match(request);
    if (kept) return kept;
    const answer = await fetch(request);
    if (answer.ok && request.url.includes(`/static/${VERSION}/`)) {
      const copy = answer.clone();
      await (await caches.open(STATIC)).put(request, copy);
    }
    return answer;
  }

  /**
   * A page from the server; without a connection the game as it was last seen, or a page that says so.
   * @param {Request} request
   * @param {string} path
   */
  async function page(request, path) {
    try {
      const answer = await fetch(request);
      if (answer.ok && answer.headers.has("x-keep-offline")) await keepGame(path, answer.clone());
      return answer;
    } catch {
      return (await caches.match(path)) ?? (await caches.match(OFFLINE)) ?? Response.error();
    }
  }

  /**
   * @param {string} path
   * @param {Response} answer
   */
  async function keepGame(path, answer) {
    const cache = await caches.open(GAMES);
    await cache.delete(path);
    await cache.put(path, answer);
    const games = (await cache.keys()).map((kept) => new URL(kept.url).pathname).filter((kept) => !kept.endsWith("/scene"));
    for (const old of games.slice(0, -MAX_GAMES)) {
      await cache.delete(old);
      await cache.delete(`${old}/scene`);
    }
  }

  /**
   * The scene of a table; without a connection the last one that its page kept (kept_games.js).
   * @param {Request} request
   * @param {string} path
   */
  async function scene(request, path) {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await (await caches.open(GAMES)).match(path);
      if (kept) return kept;
      throw error;
    }
  }

  // push messages: the payload is declarative; browsers that know this form show it without this script

  worker.addEventListener("push", (/** @type {PushEvent} */ event) => {
    const { notification, app_badge } = event.data?.json() ?? {};
    if (notification) event.waitUntil(showMessage(notification, Number(app_badge ?? 0)));
  });

  /**
   * @param {{ title: string, body: string, navigate: string, tag: string, lang: string }} message
   * @param {number} badge
   */
  async function showMessage({ title, body, navigate, tag, lang }, badge) {
    const icon = FILES.find((file) => file.endsWith(".png"));
    await worker.registration.showNotification(title, { body, tag, lang, icon, data: { navigate } });
    await navigator.setAppBadge?.(badge || undefined);
  }

  worker.addEventListener("notificationclick", (/** @type {NotificationEvent} */ event) => {
    event.notification.close();
    event.waitUntil(openPage(event.notification.data.navigate));
  });

  /** @param {string} address */
  async function openPage(address) {
    const { origin, pathname } = new URL(address, location.href);
    const target = origin === location.origin ? address : "/";
    const pages = await worker.clients.matchAll({ type: "window" });
    const open = pages.find((one) => new URL(one.url).pathname === pathname);
    await (open ? open.focus() : worker.clients.openWindow(target));
    await navigator.clearAppBadge?.();
  }
}
