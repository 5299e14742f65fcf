import type { NormalisedEvent } from '#shared';
import { expect, test } from '@jest/globals';
import { bareEvent as bare } from '../../../../../../test/support/issue-page-props.ts';
import { listSections } from './section-links.tsx';

const ids = (event: NormalisedEvent): readonly string[] =>
  listSections({ event }).map(([id]) => id);

test('an event page links to the sections of its event, in their order', () => {
  expect(ids(bare)).toEqual(['event']);
  expect(
    ids({ ...bare, tags: [['os', 'macOS']], user: { id: '7' }, request: { headers: [] } }),
  ).toEqual(['request', 'user', 'tags', 'event']);
});

test('an event page links to sections that only some events have', () => {
  const event: NormalisedEvent = {
    ...bare,
    stack: [{ function: 'main', inApp: true }],
    threads: [{ id: '1', frames: [] }],
    modules: [['django', '5.2']],
    images: [{ name: 'libpay.so' }],
    sdk: { name: 'sentry.python', version: '2' },
  };
  expect(ids(event)).toEqual(['stack', 'threads', 'modules', 'images', 'event', 'sdk']);
});

test('an event page links to the sections of its parts, at their places', () => {
  const partAt = (place: string, id: string) => ({ place, view: id, section: { id, title: id } });
  const parts = [
    partAt('after-trace', 'maps'),
    partAt('below', 'history'),
    partAt('aside', 'look-alikes'),
    partAt('after-details', 'why-grouped'),
    { place: 'below', view: 'x' },
  ];
  const sections = listSections({ event: bare, parts });
  expect(sections.map(([id]) => id)).toEqual([
    'maps',
    'why-grouped',
    'event',
    'look-alikes',
    'history',
  ]);
});

test('a user without any data has no section', () => {
  expect(ids({ ...bare, user: {} })).toEqual(['event']);
});
