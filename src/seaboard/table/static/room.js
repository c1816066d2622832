// The board is drawn for the pixels it has. When it has others by a step or more, the window hears "room".
const STEP = 20, LEAST = 300, MOST = 6000, narrow = matchMedia("(max-width: 800px)"), board = document.querySelector("#board");
const within = (pixels) => Math.min(MOST, Math.max(LEAST, Math.floor(pixels / STEP) * STEP));

export const room = () => narrow.matches ? {} : { wide: within(board.clientWidth), high: within(board.clientHeight) };

let drawn = "", waiting = 0;
function check() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const fits = JSON.stringify(room()) === drawn;
    board.classList.toggle("fits", fits);
    if (drawn && !fits) dispatchEvent(new Event("room"));
  }, 60);
}

// What is shown now was drawn for this room.
export function drawnFor(space) {
  drawn = JSON.stringify(space);
  board.classList.remove("fits");
  check();
}

if (board) new ResizeObserver(check).observe(board);
