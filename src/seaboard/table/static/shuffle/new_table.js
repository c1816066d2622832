// @ts-check
// Creates a table and takes part in its shuffle.
import { send } from "../common/server.js";
import { contribute } from "./fair_shuffle.js";

/**
 * @param {{ game: string, seed?: string } & Record<string, unknown>} request
 * @returns {Promise<string>} the address of its page
 */
export async function makeTable(request) {
  const { table, page } = await send("/api/tables", { ...request, together: true });
  if (!request.seed) await contribute(table).catch(() => {}); // the page of the table tries again
  return page;
}
