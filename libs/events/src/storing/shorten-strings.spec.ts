import { describe, expect, it } from '@jest/globals';
import { createRandom } from '../../../../test/support/random.ts';
import { shortenStrings } from './shorten-strings.ts';

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
const ALPHABET = ['a', 'ü', '語', '\u{1F600}', '"', '\\', '\n', '\u0001', '\ud800', '\udc00'];

function createValue(random: () => number, depth = 0): unknown {
  const kind = random();
  if (depth < 4 && kind < 0.3) {
    return Array.from({ length: Math.floor(random() * 6) }, () => createValue(random, depth + 1));
  }
  if (depth < 4 && kind < 0.6) {
    const names = Array.from({ length: Math.floor(random() * 6) }, (_, n) => `name ${n}`);
    const entries = [...names, '__proto__'].map((name) => [name, createValue(random, depth + 1)]);
    return JSON.parse(
      `{${entries.map(([n, v]) => `${JSON.stringify(n)}:${JSON.stringify(v)}`).join()}}`,
    );
  }
  if (kind < 0.7) return [null, true, 12.5][Math.floor(random() * 3)];
  const length = Math.floor(random() ** 4 * 3000);
  const from = Math.floor(random() * ALPHABET.length);
  return Array.from(
    { length },
    (_, n) => ALPHABET[(from + Math.floor((n * random()) / 100)) % ALPHABET.length],
  ).join('');
}

function toShape(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, each: unknown) => (typeof each === 'string' ? '' : each)),
  );
}

function listStrings(value: unknown): string[] {
  const strings: string[] = [];
  JSON.stringify(value, (_, each: unknown) => {
    if (typeof each === 'string') strings.push(each);
    return each;
  });
  return strings;
}

describe('shortenStrings', () => {
  it.each(Array.from({ length: 200 }, (_, seed) => seed))(
    'makes a value fit by cutting only its longest strings, between characters: seed %d',
    (seed) => {
      const random = createRandom(seed);
      const value = { value: createValue(random), more: createValue(random) };
      const before = structuredClone(value);
      const least = bytesOf(toShape(value));
      const maxBytes = least + Math.floor(random() * (bytesOf(value) - least + 1));
      const notes = shortenStrings(value, maxBytes);
      expect(notes).toHaveLength(bytesOf(before) > maxBytes ? 1 : 0);
      const lost = bytesOf(before) - bytesOf(value);
      expect(notes.join()).toMatch(lost === 0 ? /^$/ : new RegExp(`shortened, by ${lost} bytes$`));
      expect(bytesOf(value)).toBeLessThanOrEqual(maxBytes);
      expect(toShape(value)).toEqual(toShape(before));
      const kept = listStrings(value);
      const cut = listStrings(before).flatMap((text, n) =>
        text === kept[n] ? [] : [[text, kept[n]!]],
      );
      const longest = Math.max(0, ...cut.map(([, text]) => bytesOf(text) - 2));
      for (const [text, short] of cut as [string, string][]) {
        expect(text.startsWith(short.slice(0, -1))).toBe(true);
        expect(
          /[\ud800-\udbff]…$/.test(short) && /^[\udc00-\udfff]/.test(text.slice(short.length - 1)),
        ).toBe(false);
        expect(bytesOf(text) - 2).toBeGreaterThan(longest);
      }
    },
  );

  it('cuts the longest strings, and leaves the rest', () => {
    const value = { large: 'x'.repeat(5000), small: 'y'.repeat(300), list: ['z'.repeat(4000)] };
    expect(shortenStrings(value, 3000)).toHaveLength(1);
    expect(value.small).toBe('y'.repeat(300));
    expect(value.large).toMatch(/^x{1300,1400}…$/);
    expect(value.list[0]).toHaveLength(value.large.length);
  });

  it('keeps the beginning of each string where cutting all strings is not enough', () => {
    const value = { type: 'TypeError', large: 'x'.repeat(5000), numbers: Array(2000).fill(12345) };
    expect(shortenStrings(value, 3000)).toHaveLength(1);
    expect(value).toMatchObject({ type: 'TypeError', large: `${'x'.repeat(197)}…` });
  });

  it('takes time in proportion to the number of strings alone', () => {
    const value = { strings: Array.from({ length: 400_000 }, (_, n) => `${n} and some`) };
    expect(shortenStrings(value, 4_000_000)).toHaveLength(1);
    expect(bytesOf(value)).toBeLessThanOrEqual(4_000_000);
  });
});
