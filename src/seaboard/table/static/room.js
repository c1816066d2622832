// The board is drawn for the pixels it has. When these change by a step or more, the window hears "room".
const STEP = 20, LEAST = 300, MOST = 6000, narrow = matchMedia("(max-width: 800px)");
const within = (pixels) => Math.min(MOST, Math.max(LEAST, Math.floor(pixels / STEP) * STEP));
let drawnFor = "", waiting = 0;

export function room() {
  const { clientWidth, clientHeight } = document.querySelector("#board");
  const size = narrow.matches ? {} : { wide: within(clientWidth), high: within(clientHeight) };
  drawnFor = JSON.stringify(size);
  return size;
}

const board = document.querySelector("#board");
if (board) {
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const before = drawnFor;
      room();
      if (drawnFor !== before) dispatchEvent(new Event("room"));
    }, 60);
  }).observe(board);
}
