// Where seats stand round the table.

/**
 * `side` is the edge of a wide table, `along` the middle of the seat on that edge in percent.
 * `column` and `row` (from 1) are its place in the two columns of a narrow screen.
 * @typedef {{side: "bottom" | "left" | "top" | "right", along: number, column: 1 | 2,
 *   row: number}} Place
 */

/** Opponents on the left, top and right edge, by their number. */
const SHARES = [
  [0, 0, 0],
  [0, 1, 0],
  [1, 0, 1],
  [1, 1, 1],
  [1, 2, 1],
  [1, 3, 1],
  [2, 2, 2],
  [2, 3, 2],
  [2, 4, 2],
  [2, 5, 2],
];

/** Middles of the seats on an edge: sides from the bottom up, the top from left to right. */
const SIDE = [[], [47], [66, 31]];
const TOP = [[], [50], [34, 66], [26, 50, 74], [25, 41.7, 58.3, 75], [17, 33.5, 50, 66.5, 83]];

/**
 * The place of each seat, clockwise from the one at the bottom centre.
 * @param {number} seats 2 to 10
 * @returns {Place[]}
 */
export function places(seats) {
  const opponents = seats - 1;
  const [left = 0, top = 0, right = 0] = SHARES[opponents] ?? [];
  /** @type {Pick<Place, "side" | "along">[]} */
  const around = [
    ...(SIDE[left] ?? []).map((along) => ({ side: /** @type {const} */ ("left"), along })),
    ...(TOP[top] ?? []).map((along) => ({ side: /** @type {const} */ ("top"), along })),
    ...(SIDE[right] ?? [])
      .map((along) => ({ side: /** @type {const} */ ("right"), along }))
      .reverse(),
  ];
  const rows = Math.ceil(opponents / 2);
  return [
    { side: "bottom", along: 50, column: 1, row: rows + 1 },
    ...around.map((place, i) => ({ ...place, ...columnPlace(i, opponents) })),
  ];
}

/**
 * Left column from the bottom up, right column from the top down: clockwise, as at a table.
 * @param {number} opponent
 * @param {number} opponents
 * @returns {Pick<Place, "column" | "row">}
 */
function columnPlace(opponent, opponents) {
  const left = Math.ceil(opponents / 2);
  return opponent < left
    ? { column: 1, row: left - opponent }
    : { column: 2, row: opponent - left + 1 };
}
