/** One or two letters for a person: `AL` of Ada Lovelace, `A` of ada@example.org. */
export function toInitials(name: string): string {
  const words = name
    .replace(/@.*/s, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const [first = '?', last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last ?? '']
    .map((word) => [...word].slice(0, 1).join(''))
    .join('')
    .toUpperCase();
}
