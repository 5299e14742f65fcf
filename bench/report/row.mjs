import { median } from './median.mjs';

/**
 * @typedef {object} Reading
 * @property {string} figure a key of FIGURES
 * @property {readonly number[]} ours one value a run
 * @property {readonly number[]} [bare] of the bare counterpart, in the same runs
 *
 * @typedef {object} Row
 * @property {string} figure
 * @property {number} ours median
 * @property {number} [bare] median
 * @property {number} [ratio] of the medians, ours ÷ bare
 * @property {'goal' | 'floor' | 'no'} [met] absent when nothing is to be reached
 */

/**
 * What a figure's runs come to.
 *
 * @param {import('../figures.mjs').Figure} figure
 * @param {Reading} reading
 * @returns {Row}
 */
export function toRow(figure, reading) {
  const ours = median(reading.ours);
  const bare = reading.bare ? median(reading.bare) : undefined;
  const ratio = bare === undefined ? undefined : ours / bare;
  const judged = figure.judged === 'ratio' ? ratio : ours;
  return { figure: reading.figure, ours, bare, ratio, met: judge(figure, judged) };
}

function judge({ better, floor, goal }, value) {
  if (floor === undefined || goal === undefined || value === undefined) return undefined;
  const reaches = (target) => (better === 'more' ? value >= target : value <= target);
  if (reaches(goal)) return 'goal';
  return reaches(floor) ? 'floor' : 'no';
}
