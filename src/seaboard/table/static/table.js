// The table: sends clicks, listens for news, swaps what changed, lets pieces move. The server draws and decides.
import "./autoplay.js";
import "./doing.js";
import "./invite.js";
import "./keys.js";
import "./moments.js";
import "./shuffle_checks.js";
import { refresh } from "./drawing.js";
import { listen } from "./listening.js";

await refresh();
listen();
