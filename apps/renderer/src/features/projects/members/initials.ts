export function toInitials(name: string): string {
  const words = name
    .replace(/@.*/s, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const told = words.length > 1 ? [words[0], words.at(-1)] : [words[0] ?? '?'];
  return told
    .map((word) => /^./su.exec(word ?? '')?.[0] ?? '')
    .join('')
    .toUpperCase();
}
