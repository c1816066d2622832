// The board is drawn for the pixels it has. When these change by a step or more, the window hears "room".
const STEP = 20, LEAST = 300, MOST = 6000, narrow = matchMedia("(max-width: 800px)"), board = document.querySelector("#board");
const within = (pixels) => Math.min(MOST, Math.max(LEAST, Math.floor(pixels / STEP) * STEP));

export const room = () => narrow.matches ? {} : { wide: within(board.clientWidth), high: within(board.clientHeight) };

if (board) {
  let known = JSON.stringify(room()), waiting = 0;
  new ResizeObserver(() => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      const before = known;
      known = JSON.stringify(room());
      if (known !== before) dispatchEvent(new Event("room"));
    }, 60);
  }).observe(board);
}
