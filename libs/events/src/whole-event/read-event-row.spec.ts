import { expect, it } from '@jest/globals';
import { readEventRow } from './read-event-row.ts';

const meta = { source: 'event', eventId: '1'.repeat(32), projectId: 1, receivedAtMs: 0 };

it.each([
  [{ id: 7 }, '7'],
  [{ id: 7, username: 'ann' }, 'ann'],
  [{ id: 7, username: 'ann', email: 'ann@example.org' }, 'ann@example.org'],
  [{ ip_address: '203.0.113.7' }, '203.0.113.7'],
  [{}, undefined],
])('an event row calls the user %j by the name that people know', (user, name) => {
  const event = { message: 'late', release: '1.4.2', tags: { plan: 'gold' }, user };
  const row = readEventRow(JSON.stringify({ meta, event }));
  expect(row).toMatchObject({ title: { type: 'Message', value: 'late' }, user: name });
  expect([row.tags.get('plan'), row.tags.get('release')]).toEqual(['gold', '1.4.2']);
});
