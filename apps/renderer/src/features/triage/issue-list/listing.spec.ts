import { describe, expect, it } from '@jest/globals';
import { readSearch } from '../../recording/issue-list/index.ts';
import type { EventFilter } from '../../recording/issue-page/index.ts';
import { explainEmpty, explainSilence, toExtent, toTabs } from './listing.ts';

const web = { slug: 'web', name: 'Web' };

describe('toExtent', () => {
  it.each([
    [340, 'lastSeen', '100 of about 340 issues.'],
    [10_001, 'firstSeen', '100 of over 10,000 issues.'],
    [2000, 'events', '100 of about 2,000 issues.'],
    [2001, 'events', '100 of about 2,001 issues. Only the 2,000 seen last are sorted.'],
  ] as const)('describes the extent of %i issues that are sorted by %s', (count, sort, text) => {
    expect(toExtent(100, count, { sort, isFiltered: false })).toBe(text);
  });
});

describe('toTabs', () => {
  it.each([
    [6000, 5000, '11,000'],
    [10_001, 5000, '10,000+'],
  ])('counts all issues, %i unresolved and %i resolved, as %s', (unresolved, resolved, all) => {
    const issues = { unresolved, muted: 0, resolved, all: unresolved + resolved };
    const tabs = toTabs({ query: '' }, readSearch('', true), issues);
    expect(tabs.find(({ name }) => name === 'All')?.count).toBe(all);
  });
});

describe('explainEmpty', () => {
  const explain = (query: string, filter: EventFilter = {}) =>
    explainEmpty({ query, project: web, filter }, readSearch(query, true), 3);

  it('names the status, or the search with a link to clear it', () => {
    expect(explain('is:muted')).toMatchObject({ text: 'No muted issues in Web.' });
    expect(explain('')).toMatchObject({ text: 'No issues in Web.' });
    expect(explain('is:muted x')).toEqual({
      text: 'No muted issue in Web matches “x”. Without that there are 3, of any state.',
      link: { name: 'Clear', href: '/issues?project=web&query=' },
    });
    expect(explain('x', { release: '2' })).toEqual({
      text: 'No issue in Web matches “x” and has such events: release 2. Without that there are 3, of any state.',
      link: { name: 'Clear', href: '/issues?project=web&query=' },
    });
  });
});

describe('explainSilence', () => {
  const who = (...admins: string[]): string | undefined =>
    explainSilence({ query: 'is:unresolved' }, admins)?.text;

  it('names the admins who have the DSN, if they are few', () => {
    expect(who('Ann')).toContain('Ann has the DSN');
    expect(who('Ann', 'Bob')).toContain('Ann and Bob have the DSN');
    expect(who('Ann', 'Bob', 'Eve')).toContain('Ann, Bob, and Eve have the DSN');
    expect(who('Ann', 'Bob', 'Eve', 'Vic')).toContain('An admin of the project has the DSN');
    expect(who()).toContain('An admin of the project has the DSN');
  });
});
