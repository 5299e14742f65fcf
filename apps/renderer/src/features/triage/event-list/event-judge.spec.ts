import { expect, it } from '@jest/globals';
import { parseSearch } from '#shared';
import type { EventLevel, Search } from '#shared';
import { releaseCases, releasesSeen } from '../../../../../../test/support/release-cases.ts';
import { createColumnMatcher } from './event-judge.ts';

function read(text: string): Search {
  const parsed = parseSearch(text);
  if (!parsed.ok) throw new Error(parsed.fault.message);
  return parsed.value;
}

const toColumns = (release: string | null, level: EventLevel = 'error') => ({
  level,
  release,
  environment: null,
  notKept: null,
});

it.each(releaseCases)(
  'createColumnMatcher compares releases like all readers of a search: %s',
  (text, expected) => {
    const judge = createColumnMatcher(read(text), { nowMs: 0, releasesFirstSeenMs: releasesSeen });
    const found = [...releasesSeen.keys()].filter((name) => judge(toColumns(name)));
    expect(found).toEqual(expected);
  },
);

it('createColumnMatcher tells events apart that differ in one column alone', () => {
  const judge = createColumnMatcher(read('release:1 !environment:2 !level:fatal'), { nowMs: 0 });
  const found = toColumns('1');
  const others = [
    { ...found, release: null },
    { ...found, release: 'null' },
    { ...found, environment: '2' },
    { ...found, level: 'fatal' as const },
  ];
  const [stub, thinned, erased] = [
    { ...found, notKept: 'storm' as const },
    { ...found, notKept: 'thinned' as const },
    { ...found, notKept: 'erased' as const },
  ];
  for (const _ of [1, 2]) {
    expect(others.map(judge)).toEqual(others.map(() => false));
    const known = [found, { ...found, environment: 'null' }, thinned, erased];
    expect(known.map(judge)).toEqual(known.map(() => true));
    expect(judge(stub)).toBeUndefined();
  }
});
