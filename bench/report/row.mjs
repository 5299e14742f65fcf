const NOTHING = '–';

/**
 * For each unit: how many base units it has, and how many decimals are shown. Readings of kB and MB
 * are in bytes.
 */
export const UNITS = {
  'pages/s': [1, 0],
  'reports/s': [1, 0],
  'logs/s': [1, 0],
  'spans/s': [1, 0],
  scripts: [1, 0],
  requests: [1, 0],
  points: [1, 0],
  ms: [1, 0],
  'ms of CPU': [1, 1],
  kB: [1000, 1],
  MB: [1e6, 0],
};

/**
 * @typedef {object} Reading
 * @property {string} figure a key of FIGURES
 * @property {readonly number[]} ours one value a run
 * @property {readonly number[]} [bare] of the bare counterpart, in the same runs
 */

/**
 * Returns a figure's row for a table: the medians of its runs, and which of its targets is met. The
 * ratio is the median of the runs' own ratios, so that other work on the machine affects both sides.
 *
 * @param {import('../figures.mjs').Figure} figure
 * @param {Omit<Reading, 'figure'>} reading
 */
export function toRow({ title, unit, better, isRatio, floor, goal }, reading) {
  const ours = median(reading.ours);
  const bare = reading.bare && median(reading.bare);
  const ratio = reading.bare && median(reading.ours.map((own, run) => own / reading.bare[run]));
  const show = (value) => (isRatio ? formatRatio(value) : formatQuantity(value, unit));
  const target = (value) =>
    value === undefined ? NOTHING : `${better === 'more' ? '≥' : '≤'} ${show(value)}`;
  return {
    figure: title,
    ours: formatQuantity(ours, unit),
    bare: bare === undefined ? NOTHING : formatQuantity(bare, unit),
    ratio: ratio === undefined ? NOTHING : formatRatio(ratio),
    floor: target(floor),
    goal: target(goal),
    met: judge({ better, floor, goal }, isRatio ? ratio : ours),
  };
}

function judge({ better, floor, goal }, value) {
  if (floor === undefined || value === undefined) return NOTHING;
  const reaches = (target) => (better === 'more' ? value >= target : value <= target);
  if (reaches(goal)) return 'goal';
  return reaches(floor) ? 'floor' : 'no';
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return (lower + upper) / 2;
}

/** Formats like `1,950 pages/s` or `67.4 kB`. Numbers below ten get at least one decimal. */
function formatQuantity(value, unit) {
  const [of, digits] = UNITS[unit];
  const scaled = value / of;
  const maximumFractionDigits = Math.abs(scaled) < 10 ? Math.max(1, digits) : digits;
  return `${scaled.toLocaleString('en', { maximumFractionDigits })} ${unit}`;
}

function formatRatio(ratio) {
  return `${ratio.toFixed(2)} ×`;
}
