// @ts-check
// Requests to the server. After each one, the window gets the event "server-reached" or "server-lost".

const RETRIES = 40,
  RETRY_AFTER = 700; // milliseconds

/** The server's refusal: its message, the HTTP status, and the rest of the answer. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {Record<string, any>} [details]
   */
  constructor(message, status, details = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

/**
 * The message for a failed request: the server's words, or that it cannot be reached.
 * @param {unknown} error
 * @param {string} lost
 */
export const messageOf = (error, lost) => (error instanceof Refusal ? error.message : lost);

/** @param {unknown} error */
export const statusOf = (error) => (error instanceof Refusal ? error.status : 0);

/**
 * Dispatches whether the server was reached.
 * @param {boolean} reached
 */
const report = (reached) => dispatchEvent(new Event(reached ? "server-reached" : "server-lost"));

/**
 * @param {string} path
 * @param {RequestInit} [request]
 */
async function request(path, request = {}) {
  try {
    const answer = await fetch(path, request);
    report(true);
    return answer;
  } catch (error) {
    report(false);
    throw error;
  }
}

/**
 * Posts JSON. A request that names a version can safely be sent again, so that a restart of the server loses no move.
 * @param {string} path
 * @param {Record<string, any>} body
 * @param {number} tries
 * @returns {Promise<Response>}
 */
async function post(path, body, tries) {
  const headers = { "content-type": "application/json", accept: "application/json" };
  try {
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (tries > 0 && [502, 504].includes(answer.status)) throw new TypeError("the server cannot be reached");
    report(true);
    return answer;
  } catch (error) {
    report(false);
    if (tries <= 0) throw error;
    await new Promise((done) => setTimeout(done, RETRY_AFTER));
    return post(path, body, tries - 1);
  }
}

/** @param {Response} answer */
async function contentOf(answer) {
  const content = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Refusal(content.error, answer.status, content);
  return content;
}

/**
 * Posts JSON; returns the JSON of the answer.
 * @template {string} Path
 * @param {Path} path
 * @param {import("./routes.js").PostBody<Path>} [body]
 * @returns {Promise<import("./routes.js").PostAnswer<Path>>}
 */
export const send = async (path, body) => {
  /** @type {Record<string, unknown>} */
  const content = body ?? {};
  return contentOf(await post(path, content, "version" in content ? RETRIES : 0));
};

/**
 * Gets JSON.
 * @template {string} Path
 * @param {Path} path
 * @returns {Promise<import("./routes.js").GetAnswer<Path>>}
 */
export const get = async (path) => contentOf(await request(path, { headers: { accept: "application/json" } }));

/**
 * Gets a text: HTML, a position, a record.
 * @param {string} path
 */
export async function getText(path) {
  const answer = await request(path, { headers: { accept: "application/json, text/plain, text/html" } });
  if (!answer.ok) throw new Refusal((await answer.json()).error, answer.status);
  return answer.text();
}

/**
 * Listens to the server's events. A stream that the server has ended is reported to `ended`.
 * @param {string} path
 * @param {(data: string) => void} onMessage
 * @param {() => void} [ended]
 */
export function listenTo(path, onMessage, ended = () => {}) {
  const stream = new EventSource(path);
  stream.onmessage = (event) => onMessage(event.data);
  stream.onopen = () => report(true);
  stream.onerror = () => {
    report(false);
    if (stream.readyState === EventSource.CLOSED) setTimeout(ended, 3000);
  };
  addEventListener("pagehide", () => stream.close());
  return stream;
}
