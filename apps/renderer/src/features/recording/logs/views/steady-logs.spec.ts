import { expect, it } from '@jest/globals';
import type { LogRow } from '../logs.dto.ts';
import { followRows } from './steady-logs.ts';

const row = (key: string, traits: Partial<LogRow> = {}): LogRow => ({
  key,
  atMs: 0,
  level: 'info',
  body: key,
  ...traits,
});

it('followRows keeps rows that did not change, and the whole list when no row did', () => {
  const shown = [row('b'), row('a')];
  expect(followRows(shown, [row('c'), row('b'), row('a')])).toBe(shown);
  expect(followRows(shown, [])).toBe(shown);
  const issue = { href: '/issues/7', shortId: 'WEB-7' } as never;
  const followed = followRows(shown, [row('b'), row('a', { issue })]);
  expect(followed[0]).toBe(shown[0]);
  expect(followed[1]?.issue).toBe(issue);
});
