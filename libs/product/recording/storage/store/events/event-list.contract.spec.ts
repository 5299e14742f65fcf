import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../../testing/index.ts';
import { mergeInto } from '../../../../testing/merge.ts';
import type { ListedEvent } from './event-list.types.ts';

const KEYS = ['a', 'b', 'c'];

/** Groups of three events share a time, and every fifth event is a stub. */
function toRow(keyId: number, index: number) {
  return {
    project_id: 1,
    event_id: `${index}`.padStart(32, '0'),
    grouping_key_id: keyId,
    received_at: NOON_MS - index,
    occurred_at: NOON_MS + Math.floor(index / 3),
    level: 'error' as const,
    not_kept: index % 5 === 0 ? ('storm' as const) : null,
  };
}

const toIds = (events: readonly ListedEvent[]) => events.map(({ position }) => position.id);

onEachDatabase('EventListStore', ({ kind, openFresh }) => {
  async function openWith(count: number) {
    const fresh = await openFresh('app');
    const { db, stores } = fresh;
    for (const [index, groupedBy] of [...KEYS, 'other'].entries()) {
      const occurredAtMs = NOON_MS - index - 1;
      const event = { eventId: groupedBy[0]!.repeat(32), occurredAtMs, release: '1.4.2' };
      await fresh.record({ groupedBy, grouping: { value: groupedBy }, event });
    }
    const issues = await stores.issues.list({ limit: 9 });
    const idOf = (value: string) => issues.find((each) => each.value === value)!.id;
    const issueId = idOf('a');
    for (const key of ['b', 'c']) await mergeInto(stores, { from: idOf(key), into: issueId });
    const keys = await db
      .selectFrom('grouping_keys')
      .select('id')
      .where('issue_id', '=', issueId)
      .execute();
    const rows = Array.from({ length: count }, (_, index) => toRow(keys[index % 3]!.id, index));
    for (let from = 0; from < count; from += 1000) {
      await db
        .insertInto('events')
        .values(rows.slice(from, from + 1000))
        .execute();
    }
    return { ...fresh, issueId, otherId: idOf('other'), lists: stores.eventLists };
  }

  it('returns when the project of an issue first saw its releases', async () => {
    const { lists, issueId } = await openWith(0);
    expect(await lists.listFirstSeen(issueId)).toEqual(new Map([['1.4.2', NOON_MS - 4]]));
    expect(await lists.listFirstSeen(999)).toEqual(new Map());
  });

  it('lists the events of all keys, the newest first, whole or as stubs', async () => {
    const { lists, issueId, otherId } = await openWith(7);
    const listed = await lists.list(issueId, { limit: 99 });
    expect(listed.map(({ event }) => event.eventId.slice(-1))).toEqual(
      '6 5 4 3 2 1 0 a b c'.split(' '),
    );
    expect(listed.map(({ notKept }) => notKept !== undefined)).toEqual(
      [6, 5, 4, 3, 2, 1, 0, 1, 1, 1].map((index, at) => at < 7 && index % 5 === 0),
    );
    expect(listed.at(-1)).toMatchObject({
      position: { occurredAtMs: NOON_MS - 3 },
      event: { eventId: 'c'.repeat(32), release: '1.4.2', projectId: 1 },
      payload: { json: expect.any(String) },
    });
    const columns = await lists.listColumns(issueId, { limit: 99 });
    expect(columns.map(({ id }) => id)).toEqual(toIds(listed));
    expect(columns.at(-1)).toEqual({
      ...listed.at(-1)!.position,
      eventId: 'c'.repeat(32),
      level: listed.at(-1)!.event.level,
      release: '1.4.2',
      environment: null,
      notKept: null,
    });
    const whole = await lists.list(issueId, { limit: 99, isWhole: true });
    expect(toIds(whole)).toEqual(toIds(listed.filter(({ notKept }) => notKept === undefined)));
    expect(toIds(await lists.list(otherId, { limit: 99 }))).toHaveLength(1);
  });

  it('pages both ways without missing or repeating an event, and counts newer events', async () => {
    const { lists, issueId } = await openWith(40);
    const all = await lists.list(issueId, { limit: 99 });
    expect(all).toHaveLength(43);
    for (const limit of [1, 4, 17]) {
      const pages: (readonly ListedEvent[])[] = [];
      let page = await lists.list(issueId, { limit });
      while (page.length > 0) {
        pages.push(page);
        page = await lists.list(issueId, { limit, before: page.at(-1)!.position });
      }
      expect(pages.flat()).toEqual(all);
      for (const [index, { 0: first }] of pages.entries()) {
        const { position: after } = first!;
        expect(await lists.list(issueId, { limit, after })).toEqual(pages[index - 1] ?? []);
        expect(await lists.count(issueId, { after, limit: 99 })).toBe(index * limit);
      }
    }
    expect(await lists.count(issueId, { limit: 99 })).toBe(43);
    const [before, after] = [all[5]!.position, all[20]!.position];
    expect(await lists.count(issueId, { before, after, limit: 99 })).toBe(14);
    expect(await lists.count(issueId, { before, limit: 99 })).toBe(37);
    expect(await lists.count(issueId, { limit: 5 })).toBe(5);
    expect(await lists.count(issueId + 99, { limit: 5 })).toBe(0);
  });

  it('returns only requested events that exist and belong to the issue', async () => {
    const { lists, issueId, otherId } = await openWith(3);
    const ids = toIds(await lists.list(issueId, { limit: 99 }));
    const [other] = toIds(await lists.list(otherId, { limit: 1 }));
    const asked = [...ids.slice(1, 4).toReversed(), other!, 99_999];
    expect(toIds(await lists.get(issueId, asked))).toEqual(ids.slice(1, 4));
    expect(await lists.get(issueId, [])).toEqual([]);
  });

  it('reads no more events than requested, along the index of each key', async () => {
    const { analyze, explain, issueId } = await openWith(6000);
    await analyze('events');
    const edge = { occurredAtMs: NOON_MS + 900, id: 2700 };
    const ids = Array.from({ length: 50 }, (_, at) => at + 1);
    const plan = await explain(async ({ eventLists }) => {
      await eventLists.list(issueId, { limit: 51 });
      await eventLists.listColumns(issueId, { limit: 51, before: edge, isWhole: true });
      await eventLists.list(issueId, { limit: 51, after: edge });
      await eventLists.get(issueId, ids);
      await eventLists.count(issueId, { after: edge, limit: 51 });
      await eventLists.count(issueId, { before: edge, after: edge, limit: 51 });
    });
    const walks =
      kind === 'sqlite'
        ? /SEARCH e USING (COVERING )?INDEX events_(whole_)?by_key \(grouping_key_id=\?/g
        : /->  Limit .*\n\s+->  Index (Only )?Scan (Backward )?using events_(whole_)?by_key on events e/g;
    expect(plan.match(walks)).toHaveLength(5);
    expect(plan).not.toMatch(/SEARCH events USING .*events_by_key|events_by_key on events {2}/);
    expect(plan).not.toMatch(/SCAN e\b|SCAN events|Seq Scan on events/);
  });
});
