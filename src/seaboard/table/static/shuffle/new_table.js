// @ts-check
// Makes a table and takes part in its shuffle.
import { send } from "../common/server.js";
import { contribute } from "./fair_shuffle.js";

/**
 * @param {{ game: string, seed?: string } & Record<string, unknown>} wish
 * @returns {Promise<string>} the address of its page
 */
export async function makeTable(wish) {
  const made = await send("/api/tables", { ...wish, together: true });
  if (!wish.seed) await contribute(made.table).catch(() => {}); // the page of the table tries again
  return made.page;
}
