// @ts-check
// Signs in with a passkey, and makes passkeys.
import { $, all, find } from "../common/dom.js";
import { messageOf, send } from "../common/server.js";
import { pullItems } from "./follow.js";

/**
 * Decodes base64url.
 * @param {string} text
 * @returns {ArrayBuffer}
 */
const bytes = (text) => {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
};

/**
 * Encodes base64url.
 * @param {ArrayBuffer | null} buffer
 */
const text = (buffer) =>
  buffer &&
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {any} options */
async function createCredential(options) {
  const publicKey = {
    ...options,
    challenge: bytes(options.challenge),
    user: { ...options.user, id: bytes(options.user.id) },
    excludeCredentials: options.excludeCredentials.map((/** @type {any} */ one) => ({ ...one, id: bytes(one.id) })),
  };
  const made = /** @type {any} */ (await navigator.credentials.create({ publicKey }));
  const { clientDataJSON, attestationObject } = made.response;
  return {
    id: made.id,
    rawId: text(made.rawId),
    type: made.type,
    response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
  };
}

/** @param {any} options */
async function getCredential(options) {
  const publicKey = { ...options, challenge: bytes(options.challenge), allowCredentials: [] };
  const used = /** @type {any} */ (await navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } = used.response;
  return {
    id: used.id,
    rawId: text(used.rawId),
    type: used.type,
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: text(userHandle),
    },
  };
}

async function signIn() {
  const { options } = await send("/sign-in/passkey/options", {});
  const { page } = await send("/sign-in/passkey", { credential: await getCredential(options) });
  await pullItems();
  location.href = page;
}

async function addPasskey() {
  const { options } = await send("/profile/passkeys/options", {});
  const { page } = await send("/profile/passkeys", { credential: await createCredential(options), name: "" });
  if (location.pathname === "/profile") location.reload();
  else location.href = page;
}

const words = $("main").dataset;
for (const button of /** @type {HTMLButtonElement[]} */ (all("[data-passkey]"))) {
  button.onclick = async () => {
    const trouble = find("p.trouble");
    if (trouble) trouble.hidden = true;
    button.disabled = true;
    try {
      await (button.dataset.passkey === "new" ? addPasskey() : signIn());
    } catch (error) {
      if (trouble) {
        trouble.textContent = error instanceof DOMException ? (words.cancelled ?? "") : messageOf(error, words.lost ?? "");
        trouble.hidden = false;
      }
    } finally {
      button.disabled = false;
    }
  };
}
