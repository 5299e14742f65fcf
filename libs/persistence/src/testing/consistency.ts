import { expect } from '@jest/globals';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { toKeyName } from '../statements/key-name.ts';

/** Counters equal the rows they count, on every level, and each key has a row or a pointer. */
export async function expectConsistent(db: Kysely<Schema>): Promise<void> {
  const keys = await db.selectFrom('grouping_keys').selectAll().execute();
  const issues = await db.selectFrom('issues').selectAll().execute();
  const events = await db.selectFrom('events').select(['id', 'grouping_key_id']).execute();
  const hours = await db.selectFrom('event_hours').selectAll().execute();
  const minutes = await db.selectFrom('event_minutes').selectAll().execute();
  const users = await db.selectFrom('key_users').selectAll().execute();
  const pointers = await db.selectFrom('key_pointers').selectAll().execute();
  for (const key of keys) {
    const ofKey = <R extends { grouping_key_id: number }>(rows: R[]) =>
      rows.filter(({ grouping_key_id }) => grouping_key_id === key.id);
    const sum = (rows: { events: number }[]) => rows.reduce((total, row) => total + row.events, 0);
    expect({
      events: ofKey(events).length,
      inHours: sum(ofKey(hours)),
      inMinutes: sum(ofKey(minutes)),
      users: ofKey(users).length,
      pointers: ofKey(pointers).length,
    }).toEqual({
      events: key.events,
      inHours: key.events,
      inMinutes: key.events,
      users: key.users,
      pointers: key.pointers,
    });
  }
  expect(issues.map(({ id, events: total, users: people }) => ({ id, total, people }))).toEqual(
    expect.arrayContaining(
      keys.map(({ issue_id, events: total, users: people }) => ({ id: issue_id, total, people })),
    ),
  );
  expect(issues).toHaveLength(keys.length);
  const named = [...keys, ...pointers].map(({ project_id, key }) => toKeyName(project_id, key));
  expect(new Set(named).size).toBe(named.length);
}
