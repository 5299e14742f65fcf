import { expect, it } from '@jest/globals';
import { Person } from '#events';
import type { Log } from '#shared';
import { eraseLog } from './erase-logs.ts';

const person = new Person({ kind: 'email', value: 'ann@example.org' });
const log: Log = { atMs: 1, level: 'info', body: 'a', attributes: {} };

it('eraseLog redacts the name in body and attributes, and leaves the rest', () => {
  const named = {
    ...log,
    body: 'Mail to ann@example.org sent',
    attributes: { 'user.email': 'ann@example.org', size: 3 },
  };
  expect(eraseLog(named, person)).toEqual({
    ...log,
    body: `Mail to ${person.mark} sent`,
    attributes: { 'user.email': person.mark, size: 3 },
  });
});

it('eraseLog finds nothing in a log of another person', () => {
  expect(eraseLog({ ...log, attributes: { 'user.email': 'bob@example.org' } }, person)).toBe(
    undefined,
  );
});
