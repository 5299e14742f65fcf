import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Sent } from './shapes.ts';

export type Pair = readonly [verdict: 'same' | 'different', reason: string, one: Sent, other: Sent];

export function same(reason: string, one: Sent, other: Sent): Pair {
  return ['same', reason, one, other];
}

export function different(reason: string, one: Sent, other: Sent): Pair {
  return ['different', reason, one, other];
}

const verdicts: Readonly<Record<string, Pair[0]>> = { '=': 'same', '≠': 'different' };
const signs: Readonly<Record<string, string>> = { '␤': '\n', '␀': '\0', '\\`': '`' };

/**
 * A tag that reads the cells of each line, which `¦` separates. Lines that begin with `¦` continue
 * the line above. Texts in `${…}` are inserted before the lines are read. A backslash stands for
 * itself, ␤ for a line end, ␀ for NUL, and \` for a backtick.
 */
export function rowsOf(lines: TemplateStringsArray, ...texts: readonly string[]): string[][] {
  const read = (cell: string) => cell.trim().replaceAll(/[␤␀]|\\`/g, (sign) => signs[sign]!);
  const rows = String.raw(lines, ...texts).trim();
  return rows.split(/\n\s*(?![\s¦])/).map((row) => row.split('¦').map(read));
}

/**
 * Returns a tag that reads a pair from each row: `=` for one issue or `≠` for two, then the reason
 * and the two events. `make` builds an event from its parts, which ` → ` separates.
 *
 *     pairsOf((...frames) => java('Gone', 'no', frames))`
 *       = a lambda has another number ¦ Main.run → Main.lambda$0 ¦ Main.run → Main.lambda$7
 *       ≠ two methods
 *         ¦ Cart.total ¦ Cart.clear
 *     `
 *
 * Throws an error with the row if its sign or reason is missing, or its events are not two.
 */
export function pairsOf(make: (...parts: string[]) => Sent) {
  return (lines: TemplateStringsArray, ...texts: readonly string[]): readonly Pair[] =>
    rowsOf(lines, ...texts).map((row) => {
      const [title = '', one, other, ...rest] = row;
      const [verdict, reason] = [verdicts[title.slice(0, 2).trim()], title.slice(2)];
      if (verdict === undefined || !reason || !one || !other || rest.length > 0) {
        throw new Error(`A pair is = or ≠, a reason and two events, unlike: ${row.join(' ¦ ')}`);
      }
      return [verdict, reason, make(...one.split(' → ')), make(...other.split(' → '))];
    });
}

export class PairTable {
  readonly topics = new Map<string, readonly Pair[]>();

  about(topic: string, list: () => readonly Pair[]): void {
    this.topics.set(topic, list());
  }
}

const folder = fileURLToPath(new URL('../sdk-events/', import.meta.url));

export function sent(name: string): Sent {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Sent;
}
