import { formatQuantity, formatRatio } from './quantity.mjs';

const HEAD = ['figure', 'ours', 'bare', 'ratio', 'floor', 'goal', 'met'];
const NOTHING = '–';

/**
 * The rows as a table of text: names to the left, numbers to the right.
 *
 * @param {readonly import('./row.mjs').Row[]} rows
 * @param {Readonly<Record<string, import('../figures.mjs').Figure>>} figures
 */
export function toTable(rows, figures) {
  const lines = [HEAD, ...rows.map((row) => toCells(row, figures[row.figure]))];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const rule = widths.map((width) => '─'.repeat(width));
  return [lines[0], rule, ...lines.slice(1)]
    .map((cells) => cells.map((cell, column) => pad(cell, widths[column], column)).join('  '))
    .map((line) => line.trimEnd())
    .join('\n');
}

function toCells(row, figure) {
  const { title, unit } = figure;
  return [
    title,
    formatQuantity(row.ours, unit),
    row.bare === undefined ? NOTHING : formatQuantity(row.bare, unit),
    row.ratio === undefined ? NOTHING : formatRatio(row.ratio),
    toTarget(figure, figure.floor),
    toTarget(figure, figure.goal),
    row.met ?? NOTHING,
  ];
}

function toTarget({ better, judged, unit }, target) {
  if (target === undefined) return NOTHING;
  const amount = judged === 'ratio' ? formatRatio(target) : formatQuantity(target, unit);
  return `${better === 'more' ? '≥' : '≤'} ${amount}`;
}

function pad(cell, width, column) {
  const isText = column === 0 || column === HEAD.length - 1;
  return isText ? cell.padEnd(width) : cell.padStart(width);
}
