// @ts-check
// The page of a table: loads its modules, fetches the first scene, and listens to events.
import { makeInspectable } from "../board/inspector.js";
import { showOrigin } from "../common/origin.js";
import "../meet/ahead.js";
import { whenTimeRunsOut } from "../meet/clock.js";
import "../meet/seat_relations.js";
import "../meet/spectator_chat.js";
import "./commands.js";
import { listen } from "./event_stream.js";
import "./invitations.js";
import "./moment_links.js";
import { base, scene, state } from "./page_state.js";
import { refresh } from "./scene.js";
import "./shortcuts.js";
import "./shuffle_checks.js";

makeInspectable({
  path: () => `${base}/close-up`,
  query: () => {
    const query = new URLSearchParams({ at: String(scene().at) });
    if (state.seat !== null) query.set("seat", state.seat);
    return query;
  },
  whyNot: (action) => (scene().yours ? `${base}/why?action=${action}&version=${scene().version}` : null),
});
showOrigin();
whenTimeRunsOut(refresh);
await refresh();
listen();
