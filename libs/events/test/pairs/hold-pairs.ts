import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { groupV2 } from '../../src/grouping/version-2/group-event.ts';
import { groupV3 } from '../../src/grouping/version-3/group-event.ts';
import type { Sent } from './shapes.ts';

type Pair = readonly [verdict: 'same' | 'different', reason: string, one: Sent, other: Sent];

export function same(reason: string, one: Sent, other: Sent): Pair {
  return ['same', reason, one, other];
}

export function different(reason: string, one: Sent, other: Sent): Pair {
  return ['different', reason, one, other];
}

const folder = fileURLToPath(new URL('../sdk-events/', import.meta.url));

/** An event as an unmodified SDK sent it. */
export function sent(name: string): Sent {
  return JSON.parse(readFileSync(`${folder}${name}.json`, 'utf8')) as Sent;
}

/** Each pair is one issue, or two, by each version that is named. */
export function holdPairs(pairs: readonly Pair[], versions = [groupV2, groupV3]): void {
  it.each(pairs)('%s: %s', (verdict, _, one, other) => {
    for (const group of versions) {
      const [first, second] = [group(one), group(other)];
      const said = JSON.stringify([first.describe(), second.describe()], null, 1);
      const found = first.key === second.key ? 'same' : 'different';
      expect(found === verdict ? '' : said).toBe('');
    }
  });
}
