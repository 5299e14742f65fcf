import { describe, expect, it } from '@jest/globals';
import { allPairs } from '../../test/pairs/all-pairs.ts';
import { describeGrouping, groupEvent } from './group-event.ts';

describe.each(allPairs)('%s', (_topic, pairs) => {
  it.each(pairs)('events are grouped as %s: %s', (verdict, _, one, other) => {
    const [[first], [second]] = [groupEvent(one).keys, groupEvent(other).keys];
    const found = first!.key === second!.key ? 'same' : 'different';
    const said = JSON.stringify(
      [one, other].map((each) => describeGrouping(each)),
      null,
      1,
    );
    expect(found === verdict ? '' : said).toBe('');
  });
});
