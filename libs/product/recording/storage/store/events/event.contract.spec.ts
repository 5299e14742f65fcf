import { expect, it } from '@jest/globals';
import { createGroupedEvent, onEachDatabase, NOON_MS } from '../../../../testing/index.ts';
import { mergeInto } from '../../../../testing/merge.ts';
import type { GroupedEvent } from '../../../reports/store/report.ts';

/** The event's id is the letter 32 times. An event that occurred later is received earlier. */
function createNamed(letter: string, seconds: number, groupedBy = 'a'): GroupedEvent {
  return createGroupedEvent({
    groupedBy,
    grouping: { value: groupedBy },
    event: {
      eventId: letter.repeat(32),
      occurredAtMs: NOON_MS + seconds * 1000,
      receivedAtMs: NOON_MS + (100 - seconds) * 1000,
    },
  });
}

const STEPS = {
  sqlite: /SEARCH e USING (COVERING )?INDEX events_(whole_)?by_key \(grouping_key_id=\?/g,
  postgres:
    /->  Limit .*\n\s+->  Index (Only )?Scan (Backward )?using events_(whole_)?by_key on events e/g,
};

/** Half of the events are stubs. Row ids ascend while times descend. */
function createRow(keyId: number, index: number) {
  return {
    project_id: 1,
    event_id: `${index}`.padStart(32, '0'),
    grouping_key_id: keyId,
    received_at: NOON_MS + index,
    occurred_at: NOON_MS - index,
    level: 'error' as const,
    not_kept: index % 4 < 2 ? ('storm' as const) : null,
  };
}

onEachDatabase('EventStore', ({ kind, openFresh }) => {
  async function openWith(...events: readonly GroupedEvent[]) {
    const fresh = await openFresh('app', 'web');
    const { stores } = fresh;
    for (const event of events) await fresh.recordReport({ events: [event] });
    const idOf = async (group: string) => {
      const issues = await stores.issues.list({ limit: 100 });
      return issues.find(({ value }) => value === group)?.id ?? 0;
    };
    return { ...fresh, idOf, events: stores.events };
  }

  /** Letters of the older event, the found event and the newer event. */
  const letters = (
    found: Awaited<ReturnType<Awaited<ReturnType<typeof openWith>>['events']['find']>>,
  ) => found && [found.olderEventId?.[0], found.event.eventId[0], found.newerEventId?.[0]];

  it('returns an event as it was recorded', async () => {
    const sent = { message: 'half \ud800 and \u0000', extra: { deep: [{ a: 1 }, null, 'x'] } };
    const recorded = createGroupedEvent({ grouping: { value: 'a' }, sent });
    const { events, idOf } = await openWith(recorded);
    const found = await events.find(await idOf('a'));
    expect(found).toMatchObject({ event: recorded.event, payload: { json: expect.any(String) } });
    expect(JSON.parse(found?.payload?.json ?? '')).toMatchObject({ event: sent });
  });

  it('finds the latest event by its time of occurrence, in any order of recording', async () => {
    const { events, idOf } = await openWith(
      createNamed('2', 20),
      createNamed('3', 30),
      createNamed('1', 10),
    );
    expect(letters(await events.find(await idOf('a')))).toEqual(['2', '3', undefined]);
  });

  it('links each event to the next older and newer event', async () => {
    const { events, idOf } = await openWith(
      createNamed('2', 20),
      createNamed('3', 30),
      createNamed('1', 10),
    );
    const id = await idOf('a');
    expect(letters(await events.find(id, '2'.repeat(32)))).toEqual(['1', '2', '3']);
    expect(letters(await events.find(id, '1'.repeat(32)))).toEqual([undefined, '1', '2']);
  });

  it('orders events of one time, so that stepping visits each', async () => {
    const { events, idOf } = await openWith(
      ...['1', '2', '3', '4'].map((letter) => createNamed(letter, 0)),
    );
    const id = await idOf('a');
    const visited: string[] = [];
    let at = (await events.find(id))?.event.eventId;
    while (at !== undefined) {
      visited.push(at[0] ?? '');
      at = (await events.find(id, at))?.olderEventId;
    }
    expect(visited).toEqual(['4', '3', '2', '1']);
  });

  it('finds nothing for an event of another issue or project, or an unknown event', async () => {
    const { events, idOf } = await openWith(
      createNamed('1', 0, 'a'),
      createNamed('2', 0, 'b'),
      createGroupedEvent({ groupedBy: 'a', event: { eventId: '3'.repeat(32), projectId: 2 } }),
    );
    const id = await idOf('a');
    expect(await events.find(id, '2'.repeat(32))).toBeUndefined();
    expect(await events.find(id, '3'.repeat(32))).toBeUndefined();
    expect(await events.find(id, 'nonsense')).toBeUndefined();
    expect(await events.find(id + 100)).toBeUndefined();
  });

  it('walks through the events of all keys of an issue', async () => {
    const { events, stores, idOf } = await openWith(
      createNamed('1', 10, 'a'),
      createNamed('2', 20, 'b'),
      createNamed('3', 30, 'a'),
      createNamed('4', 40, 'b'),
    );
    const [a, b] = [await idOf('a'), await idOf('b')];
    await mergeInto(stores, { from: b, into: a });
    expect(letters(await events.find(a))).toEqual(['3', '4', undefined]);
    expect(letters(await events.find(a, '3'.repeat(32)))).toEqual(['2', '3', '4']);
    expect(await events.find(b)).toBeUndefined();
  });

  it('lists the latest events of a project over all keys, without stubs', async () => {
    const named = [
      createNamed('1', 0, 'a'),
      createNamed('2', 3, 'b'),
      createNamed('3', 2, 'a'),
      createNamed('4', 1, 'c'),
    ];
    const { db, events } = await openWith(...named);
    const listIds = async (limit: number) =>
      (await events.listLatest(1, limit)).map(
        ({ json }) => (JSON.parse(json) as { meta: { eventId: string } }).meta.eventId[0],
      );
    expect(await listIds(3)).toEqual(['2', '3', '4']);
    await db
      .updateTable('events')
      .set({ not_kept: 'storm' })
      .where('event_id', '=', '3'.repeat(32))
      .execute();
    expect(await listIds(9)).toEqual(['2', '4', '1']);
    expect(await events.listLatest(2, 9)).toEqual([]);
  });

  it('reads the latest whole events of an issue over all its keys, the latest first', async () => {
    const letterOf = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e'];
    const { events, idOf, db, stores } = await openWith(
      ...letterOf.map((letter, seconds) => createNamed(letter, seconds, seconds % 2 ? 'a' : 'b')),
      createNamed('f', 99, 'other'),
    );
    const [a, b] = [await idOf('a'), await idOf('b')];
    await mergeInto(stores, { from: b, into: a });
    const stub = { not_kept: 'storm' as const };
    await db.updateTable('events').set(stub).where('event_id', '=', 'd'.repeat(32)).execute();
    const read = async (limit: number) => {
      const found: string[] = [];
      for await (const { json } of events.readLatest(a, limit)) {
        found.push((JSON.parse(json) as { meta: { eventId: string } }).meta.eventId[0]!);
      }
      return found.join('');
    };
    expect(await read(100)).toBe('ecba987654321');
    expect(await read(3)).toBe('ecb');
    expect(await read(0)).toBe('');
  });

  it('reads one step into an index for each key, regardless of the number of events', async () => {
    const { analyze, explain, db, stores, idOf } = await openWith(
      createNamed('1', 0, 'a'),
      createNamed('2', 0, 'b'),
    );
    const [a, b] = [await idOf('a'), await idOf('b')];
    await mergeInto(stores, { from: b, into: a });
    const keys = await db.selectFrom('grouping_keys').select('id').execute();
    const rows = Array.from({ length: 1000 }, (_, index) => createRow(keys[index % 2]!.id, index));
    await db.insertInto('events').values(rows).execute();
    await analyze();
    const plan = await explain(async ({ events }) => {
      await events.find(a);
      await events.find(a, rows[500]!.event_id);
    });
    expect(plan.match(STEPS[kind])).toHaveLength(2 + 4 + 2);
    expect(plan.match(/SEARCH e |SCAN e |on events e/g)).toHaveLength(2 + 4 + 2);
    expect(plan.match(/\boccurred_at[<>]\?|ROW\(occurred_at, id\) [<>]/g)).toHaveLength(2 + 4);
    // SQLite sorts only the candidates that the keys have found.
    expect(plan).not.toMatch(/^\d+ (\d+) \d+ SEARCH e .*\n\d+ \1 \d+ USE TEMP B-TREE/m);
  });
});
