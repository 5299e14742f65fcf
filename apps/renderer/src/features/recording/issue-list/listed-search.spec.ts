import { describe, expect, it } from '@jest/globals';
import type { ListedStatus } from './listed-search.ts';
import { printWithStatus, readSearch } from './listed-search.ts';

describe('readSearch', () => {
  it.each([
    ['', 'all', undefined],
    ['is:muted', 'muted', undefined],
    ['is:muted timeout', 'muted', 'timeout'],
    ['WEB-42', 'all', 'WEB-42'],
    ['"time out"', 'all', 'time out'],
    ['!is:muted', undefined, undefined],
    ['is:[muted, resolved]', undefined, undefined],
    ['is:regressed', undefined, undefined],
    ['is:muted is:muted', undefined, undefined],
    ['!timeout', 'all', undefined],
    ['!browser.name:Firefox has:url', 'all', undefined],
    ['time out', 'all', undefined],
    ['timeout level:error', 'all', undefined],
  ])('finds the status and the lone text of %j', (query, status, loneText) => {
    expect(readSearch(query, true)).toMatchObject({ status, loneText, fault: undefined });
  });

  it.each([
    ['x is:open', /^“open”: After is: write one of /],
    ['level:', /^A value is missing after level:/],
    [`type:[${'a'.repeat(60)}`, /^“\[a{39}”: This bracket/],
  ])('says where the search %j is wrong, and why', (query, fault) => {
    expect(readSearch(query, true)).toMatchObject({
      search: undefined,
      fault: expect.stringMatching(fault),
    });
  });

  it('refuses the search word me when the visitor is not signed in', () => {
    expect(readSearch('assigned:[none, me]', false).fault).toContain('You are not signed in');
    expect(readSearch('assigned:none', false).fault).toBeUndefined();
  });
});

describe('printWithStatus', () => {
  it.each([
    ['is:muted', 'resolved', 'is:resolved'],
    ['is:muted', 'all', ''],
    ['timeout !is:muted level:error', 'muted', 'is:muted timeout level:error'],
    ['x "a b" is:[muted,resolved]', 'all', 'x "a b"'],
  ] as const)(
    'replaces the status in the search %j by %s: %j',
    (query, status: ListedStatus, printed) => {
      const { search = [] } = readSearch(query, true);
      expect(printWithStatus(search, status)).toBe(printed);
    },
  );
});
