/**
 * Whether a name matches the pattern, ignoring case; `*` stands for any characters. Takes linear
 * time for any input, unlike a regular expression.
 */
export function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
