/**
 * Returns a code span (CommonMark 6.1) that the text cannot end, because the span's run of
 * backticks is longer than any run in the text.
 */
export function toCode(text: string, mostBytes = Infinity): string {
  const line = cutToBytes(text.replaceAll(/\s+/g, ' ').trim(), mostBytes);
  // Two backticks around nothing would open a span that a later text closes.
  if (line === '') return '—';
  const mark = '`'.repeat(countTicks(line) + 1);
  const isTouching = line.startsWith('`') || line.endsWith('`');
  return isTouching ? `${mark} ${line} ${mark}` : `${mark}${line}${mark}`;
}

/** Returns a fenced block (CommonMark 4.5) that the text cannot end. */
export function toBlock(text: string): string {
  const fence = '`'.repeat(Math.max(3, countTicks(text) + 1));
  return `${fence}text\n${text.trimEnd()}\n${fence}`;
}

export function countBytes(text: string): number {
  return Buffer.byteLength(text);
}

/**
 * Cuts to at most `mostBytes` bytes of UTF-8, never within a character. Adds an ellipsis when
 * something was cut.
 */
export function cutToBytes(text: string, mostBytes: number): string {
  if (text.length * 3 <= mostBytes || countBytes(text) <= mostBytes) return text;
  let cut = '';
  let bytes = countBytes('…');
  for (const character of text) {
    bytes += countBytes(character);
    if (bytes > mostBytes) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Keeps the first lines that fit, and adds a line with the number of missing lines. */
export function fitLines(lines: readonly string[], mostBytes: number): readonly string[] {
  const more = (count: number): string => `… ${count} more`;
  let bytes = 0;
  const shown = lines.findIndex((line, index) => {
    bytes += countBytes(line) + 1;
    const isLast = index === lines.length - 1;
    return bytes + (isLast ? 0 : countBytes(more(lines.length)) + 1) > mostBytes;
  });
  return shown === -1 ? lines : [...lines.slice(0, shown), more(lines.length - shown)];
}

/**
 * Leaves out lines in the middle when not all fit, because both ends of a stack are the most
 * useful.
 */
export function fitEnds(lines: readonly string[], mostBytes: number): readonly string[] {
  let [first, last] = [0, 0];
  let bytes = countBytes('… 10,000 lines …\n');
  while (first + last < lines.length) {
    const isFirst = first <= last;
    bytes += countBytes(isFirst ? lines[first]! : lines[lines.length - 1 - last]!) + 1;
    if (bytes > mostBytes) break;
    if (isFirst) first += 1;
    else last += 1;
  }
  const left = lines.length - first - last;
  if (left === 0) return lines;
  const rest = last === 0 ? [] : lines.slice(-last);
  return [...lines.slice(0, first), `… ${left} lines …`, ...rest];
}

function countTicks(text: string): number {
  let longest = 0;
  for (const [run] of text.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  return longest;
}
