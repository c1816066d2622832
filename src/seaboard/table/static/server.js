// Finding things on the page, and asking the server.
export const $ = (selector, root = document) => root.querySelector(selector);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// What names the version it is for can be sent again without harm: a server that is being restarted costs no move.
async function post(path, body, tries) {
  try {
    const answer = await fetch(path, {
      method: "POST", headers: { "content-type": "application/json", accept: "application/json" }, body: JSON.stringify(body),
    });
    if (tries > 0 && [502, 504].includes(answer.status)) throw new TypeError("the server is away");
    dispatchEvent(new Event("reached"));
    return answer;
  } catch (error) {
    dispatchEvent(new Event("away"));
    if (tries <= 0) throw error;
    await new Promise((done) => setTimeout(done, 700));
    return post(path, body, tries - 1);
  }
}

export async function send(path, body = {}) {
  const answer = await post(path, body, "version" in body ? 40 : 0);
  const said = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}

export async function look(path) {
  const answer = await fetch(path, { headers: { accept: "application/json" } }).catch((error) => {
    dispatchEvent(new Event("away"));
    throw error;
  });
  dispatchEvent(new Event("reached"));
  const said = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(said.error), { status: answer.status });
  return said;
}
