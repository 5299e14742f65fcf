/**
 * Formats rows as a text table, the first column to the left and the others to the right. A row has
 * a dash where it lacks a column.
 */
export function toTable(rows) {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [head, ...rows.map((row) => head.map((column) => toCell(row[column])))];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const pad = (cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  const rule = widths.map((width) => '─'.repeat(width));
  return [head, rule, ...lines.slice(1)]
    .map((cells) => cells.map(pad).join('  ').trimEnd())
    .join('\n');
}

function toCell(value = '–') {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
