// The move that laid tiles make: the word, its first square, > across or v down.
const COLUMNS = "ABCDEFGHI";

// What lies where, by the name of the square.
export function boardOf(board) {
  const lying = new Map();
  for (const square of board?.querySelectorAll(".square") ?? []) {
    if (square.dataset.face !== ".") lying.set(square.dataset.at, square.dataset.face);
  }
  return lying;
}

const placeOf = (at) => [COLUMNS.indexOf(at[0]), Number(at[1]) - 1];
const nameOf = (col, row) => (COLUMNS[col] && row >= 0 && row < 9 ? `${COLUMNS[col]}${row + 1}` : "");

function runThrough(lying, at, down) {
  let [col, row] = placeOf(at), word = "";
  const back = () => nameOf(col - (down ? 0 : 1), row - (down ? 1 : 0));
  while (lying.has(back())) [col, row] = placeOf(back());
  const first = nameOf(col, row), squares = [];
  for (let here = first; lying.has(here); here = nameOf(col, row)) {
    word += lying.get(here);
    squares.push(here);
    if (down) row += 1; else col += 1;
  }
  return { word, first, squares, down };
}

export function moveOf(board, laid) {
  if (!laid.length) return { move: "", problem: "" };
  const lying = new Map([...board, ...laid.map((each) => [each.at, each.letter])]);
  const oneRow = laid.every((each) => each.at[1] === laid[0].at[1]), oneColumn = laid.every((each) => each.at[0] === laid[0].at[0]);
  if (!oneRow && !oneColumn) return { move: "", problem: "New tiles lie in one row or in one column." };
  const ways = [...(oneRow ? [false] : []), ...(oneColumn ? [true] : [])].map((down) => runThrough(lying, laid[0].at, down));
  const run = ways.reduce((best, each) => (each.word.length > best.word.length ? each : best));
  if (!laid.every((each) => run.squares.includes(each.at))) return { move: "", problem: "There is an empty square between the new tiles." };
  if (run.word.length < 2) return { move: "", problem: "A word has two letters at least." };
  return { move: `${run.word} ${run.first}${run.down ? "v" : ">"}`, problem: "" };
}
