import { describe, expect, it } from '@jest/globals';
import { judgeNew } from './issue-news.ts';
import { findBurst } from './pulse.ts';

describe('findBurst', () => {
  it.each([
    ['as many as before', [200, 200, 28], undefined],
    ['three times as many', [799, 200, 28], undefined],
    ['four times as many', [800, 200, 14], 4],
    ['few', [99, 1, 28], undefined],
    ['the first of a new project', [4000, 3, 13], undefined],
    ['nothing', [0, 0, 0], undefined],
  ])('tells of %s', (_, [most = 0, mostBefore = 0, filledBefore = 0], times) => {
    expect(findBurst({ most, mostBefore, filledBefore })?.times).toBe(times);
  });
});

describe('judgeNew', () => {
  it.each([
    ['new', 'the first days of a project', { issues: 1, reach: 1 }, undefined],
    ['usual', 'as many as before', { issues: 5, reach: 9 }, { issues: 5, reach: 8 }],
    ['usual', 'one more than once a day', { issues: 3, reach: 1 }, { issues: 1, reach: 1 }],
    ['new', 'many more than before', { issues: 12, reach: 1 }, { issues: 5, reach: 9 }],
    ['new', 'one that reaches many', { issues: 1, reach: 80 }, { issues: 5, reach: 9 }],
  ])('judges new issues to be %s: %s', (kind, _, now, usual) => {
    expect(judgeNew(now, usual).kind).toBe(kind);
  });
});
