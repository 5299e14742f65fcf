import { describe, expect, it } from '@jest/globals';
import { chooseTags, listTags } from './tag-columns.ts';

function createEvents(count: number, toTags: (index: number) => Record<string, string>) {
  return Array.from({ length: count }, (_, index) => new Map(Object.entries(toTags(index))));
}

describe('chooseTags', () => {
  it('takes tags with differing values, the most evenly spread first, and no ids', () => {
    const events = createEvents(20, (index) => ({
      plan: index === 0 ? 'gold' : 'free',
      region: index % 2 === 0 ? 'eu' : 'us',
      same: 'x',
      environment: index % 2 === 0 ? 'production' : 'staging',
      request_id: String(index),
      ...(index < 10 ? { rare: String(index % 2) } : {}),
    }));
    expect(chooseTags(events)).toEqual(['region', 'plan']);
    expect(listTags(events)).toEqual(['plan', 'rare', 'region', 'request_id', 'same']);
  });

  it('takes at most three tags, and none where there are no events to tell apart', () => {
    const even = createEvents(4, (index) =>
      Object.fromEntries(['d', 'c', 'b', 'a'].map((key) => [key, String(index)])),
    );
    expect(chooseTags(even)).toEqual(['a', 'b', 'c']);
    expect(chooseTags(even.slice(0, 1))).toEqual([]);
    expect(chooseTags([])).toEqual([]);
  });
});
