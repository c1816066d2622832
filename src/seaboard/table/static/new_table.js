// Makes a table and takes part in its shuffle; returns the address of its page.
import { contribute } from "./fair_shuffle.js";
import { send } from "./server.js";

export async function newTable(wish) {
  const made = await send("/api/tables", { ...wish, together: true });
  if (!wish.seed) await contribute(made.table).catch(() => {}); // the page of the table tries again
  return made.page;
}
