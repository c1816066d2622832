// @ts-check
// The page without a connection: lists the games that can be viewed, and reloads when the server answers.
import { $ } from "../common/dom.js";

const list = $("#kept-games");

async function listGames() {
  const cache = await caches.open("games");
  for (const request of await cache.keys()) {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/scene")) continue;
    const page = await cache.match(request);
    const title = /<title>([^<]*)<\/title>/.exec((await page?.text()) ?? "")?.[1].trim();
    const item = document.createElement("li"),
      link = document.createElement("a");
    link.href = pathname;
    link.textContent = title ?? pathname;
    item.append(link);
    list.append(item);
  }
  $("#some-games").hidden = !list.childElementCount;
}

async function waitForServer() {
  try {
    await fetch("/ready", { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(waitForServer, 3000);
  }
}

listGames();
if (location.pathname !== "/offline") waitForServer();
$("#try-again").onclick = () => location.reload();
