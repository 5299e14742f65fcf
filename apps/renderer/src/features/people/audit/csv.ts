/**
 * Returns one line of CSV (RFC 4180). Cells that a spreadsheet would evaluate as formulas get a
 * leading apostrophe (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
