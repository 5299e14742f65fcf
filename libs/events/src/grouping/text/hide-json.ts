/**
 * Matches the start of a non-empty object or list, as JSON or Python prints it. Python's keys may
 * be numbers.
 */
const START = /[{[]\s{0,8}(?=["'{[])|\{\s{0,8}(?=-?\d{1,20}(?:\.\d{1,20})?\s{0,3}:)/g;
const CLOSES: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Replaces each printed object and list with `<json>`. An object that is cut off extends to the end
 * of the text.
 */
export function hideJson(text: string): string {
  if (!text.includes('{') && !text.includes('[')) return text;
  let hidden = '';
  let from = 0;
  START.lastIndex = 0;
  for (let match = START.exec(text); match; match = START.exec(text)) {
    const end = findEnd(text, match.index);
    hidden += `${text.slice(from, match.index)}<json>`;
    from = end;
    START.lastIndex = end;
  }
  return hidden + text.slice(from);
}

function findEnd(text: string, start: number): number {
  const open: string[] = [];
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === '\\') at += 1;
      else if (char === quote) quote = '';
    } else if (char === '"' || char === "'") quote = char;
    else if (CLOSES[char] !== undefined) open.push(CLOSES[char]);
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at + 1;
    }
  }
  return text.length;
}
