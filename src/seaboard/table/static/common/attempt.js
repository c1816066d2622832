// @ts-check
// Does something that needs the server, and shows a message if that fails.
import { messageOf } from "./server.js";
import { toast } from "./toast.js";

/**
 * @param {() => Promise<unknown>} work
 * @param {string} lost the message if the server cannot be reached
 */
export async function attempt(work, lost) {
  try {
    await work();
  } catch (error) {
    toast(messageOf(error, lost));
  }
}
