/**
 * Rows as a table of text, the first column to the left, the others, numbers, to the right. A row has a dash in columns that only others
 * have.
 *
 * @param {readonly Readonly<Record<string, string | number>>[]} rows
 */
export function toTable(rows) {
  const head = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const lines = [head, ...rows.map((row) => head.map((column) => toCell(row[column])))];
  const widths = head.map((_, column) => Math.max(...lines.map((cells) => cells[column].length)));
  const rule = widths.map((width) => '─'.repeat(width));
  return [head, rule, ...lines.slice(1)]
    .map((cells) =>
      cells
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toCell(value = '–') {
  return typeof value === 'number' ? value.toLocaleString('en') : value;
}
