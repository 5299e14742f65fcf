import { describe, expect, it } from '@jest/globals';
import { filterLimits } from '#shared';
import { parseFilterList } from './parse-filter-list.ts';

const { entries: most, entryLength } = filterLimits;

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `pattern ${index}`).join('\n');

describe('parseFilterList', () => {
  it('reads one entry a line, each once, without blanks', () => {
    expect(parseFilterList('messages', ' TypeError: * \r\n\n x?\nTypeError: *')).toEqual({
      ok: true,
      entries: ['TypeError: *', 'x?'],
    });
    expect(parseFilterList('networks', '10.0.0.0/8\n::1')).toEqual({
      ok: true,
      entries: ['10.0.0.0/8', '::1'],
    });
    expect(parseFilterList('releases', ' \n')).toEqual({ ok: true, entries: [] });
    expect(parseFilterList('releases', lines(most))).toMatchObject({ ok: true });
  });

  it.each([
    ['messages', lines(most + 1), /^At most 50/],
    ['messages', `a\n${'x'.repeat(entryLength + 1)}`, /^“x{30}…” is longer than 200 characters/],
    ['environments', 'staging\n*', /^“\*” would filter everything/],
    ['messages', '* ?', /^“\* \?” would filter everything/],
    ['networks', '10.0.0.0/8\n10.0.0.0/33', /^“10\.0\.0\.0\/33” is no address/],
    ['networks', '0.0.0.0/0', /^“0\.0\.0\.0\/0” is no address/],
    ['networks', 'example.com', /^“example\.com” is no address/],
  ] as const)('explains the problem of the list of %s: %j', (list, text, problem) => {
    expect(parseFilterList(list, text)).toEqual({
      ok: false,
      problem: expect.stringMatching(problem),
    });
  });
});
