import { expect, it } from '@jest/globals';
import { toBucketStart } from '#persistence/stores';
import type { KyselyDatabase } from '#persistence/stores';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  DAY_MS,
  HOUR_MS,
  NOON_MS,
} from '../../../testing/index.ts';
import { toSearch } from '../../../testing/to-search.ts';
import { recordingLimits } from '../../reports/store/recording-limits.ts';
import type { CountedNameKind } from './count.tables.ts';
import { createNameRanks } from './migrations/0052-create-name-ranks.ts';

const { countedNames, newNamesPerHour } = recordingLimits;
const range = (count: number) => Array.from({ length: count }, (_, at) => at);
const named = (count: number, prefix = 'made-up-') => range(count).map((at) => `${prefix}${at}`);

onEachDatabase('the names by which events of a project count', ({ openFresh }) => {
  async function begin() {
    const fresh = await openFresh('app');
    const { stores, clock, db } = fresh;
    let sent = 0;
    const send = async (
      kind: CountedNameKind,
      names: readonly string[],
      { publicKey = 'key', by = stores } = {},
    ) => {
      const receivedAtMs = clock.ms;
      const events = names.map((name) =>
        createGroupedEvent({ event: { [kind]: name, receivedAtMs } }),
      );
      sent += 1;
      await by.reports.record([createReport(sent, events, { publicKey })]);
    };
    const count = async (text: string) => {
      const counts = await stores.counts.count({ issueIds: [1], search: toSearch(text) });
      return counts.get(1)?.events ?? 0;
    };
    /** Fills a list as a version without ranks left it, each name with one event of the day. */
    const fill = async (kind: CountedNameKind, events = 1, daysAgo = 0) => {
      const names = range(countedNames[kind]).map((at) => `n${String(at).padStart(5, '0')}`);
      const starts_at = toBucketStart(clock.ms, DAY_MS) - daysAgo * DAY_MS;
      for (let at = 0; at < names.length; at += 1000) {
        const rows = names.slice(at, at + 1000).map((name) => ({ project_id: 1, kind, name }));
        await db
          .insertInto('counted_names')
          .values(rows)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        const ranks = rows.map((row) => ({ ...row, starts_at, events }));
        await db.insertInto('name_days').values(ranks).execute();
      }
    };
    const placed = async (kind: CountedNameKind) => {
      const rows = await db
        .selectFrom('counted_names')
        .select('name')
        .where('kind', '=', kind)
        .execute();
      return rows.map(({ name }) => name);
    };
    const later = async (ms: number) => {
      clock.ms += ms;
      await stores.names.settle(clock.ms);
    };
    return { ...fresh, send, count, fill, placed, later };
  }

  it('are 20 new environments of a key and hour, however many it makes up', async () => {
    const { send, count, placed, later } = await begin();
    const madeUp = named(220);
    await send('environment', madeUp);
    await send('environment', ['staging']);
    expect([await placed('environment'), await count('environment:staging')]).toEqual([
      madeUp.toSorted().slice(0, 20),
      0,
    ]);
    await send('environment', ['live'], { publicKey: 'of the servers' });
    expect(await count('environment:live')).toBe(1);
    await later(HOUR_MS);
    await send('environment', ['staging']);
    expect(await count('environment:staging')).toBe(1);
    expect(await count('')).toBe(223);
  });

  it('are no more than that when two relays record at once', async () => {
    const { send, openAgain, placed } = await begin();
    const others = [openAgain().stores, openAgain().stores];
    await send('environment', ['live']);
    await Promise.all(
      others.flatMap((by, relay) =>
        range(3).map((batch) => send('environment', named(15, `${relay} ${batch} `), { by })),
      ),
    );
    expect(await placed('environment')).toHaveLength(newNamesPerHour.environment);
  });

  it.each(['environment', 'release'] as const)(
    'yield in a full list of each %s to one with more events, and count on as others',
    async (kind) => {
      const { send, count, fill, placed, later } = await begin();
      await fill(kind);
      await send(kind, ['n00001', 'n00000', 'staging']);
      await later(60_000);
      expect(await placed(kind)).not.toContain('staging');
      await send(kind, ['staging']);
      await later(60_000);
      expect(await placed(kind)).toEqual(
        expect.arrayContaining(['n00000', 'n00001', 'n00003', 'staging']),
      );
      expect(await placed(kind)).toHaveLength(countedNames[kind]);
      expect(await placed(kind)).not.toContain('n00002');
      await send(kind, ['staging', 'n00002']);
      expect([await count(`${kind}:staging`), await count(`${kind}:n*`), await count('')]).toEqual([
        1, 2, 6,
      ]);
    },
  );

  it('count on as others under ids that no later name gets', async () => {
    const { send, count, fill, later } = await begin();
    await fill('environment', 9);
    const last = `n00${countedNames.environment - 1}`;
    await send('environment', [last]);
    await later(7 * DAY_MS);
    await send('environment', ['a', 'b', 'c']);
    for (const name of ['a', 'b', 'c']) await send('environment', [name]);
    await later(60_000);
    await send('environment', ['a']);
    expect([await count('environment:[a, b, c]'), await count('')]).toEqual([1, 8]);
  });

  it('keep their place against a burst when they have events on most days', async () => {
    const { send, fill, placed, later } = await begin();
    await fill('environment', 60);
    await fill('environment', 60, 1);
    await send('environment', Array<string>(150).fill('made-up'));
    await later(60_000);
    expect(await placed('environment')).not.toContain('made-up');
  });

  it('have a place at once, and for good, when a person or a token named them', async () => {
    const { send, count, fill, placed, later, stores } = await begin();
    await fill('environment');
    await stores.names.tell([{ projectId: 1, kind: 'environment', name: 'staging' }], NOON_MS);
    const madeUp = named(25);
    await send('environment', [...madeUp, ...madeUp, 'staging']);
    expect(await count('environment:staging')).toBe(1);
    await later(60_000);
    expect(await placed('environment')).toEqual(expect.arrayContaining(['staging', 'made-up-0']));
    expect(await placed('environment')).toHaveLength(countedNames.environment + 1);
  });

  it('told longest ago count as anybody’s beyond the limit, unless a rule names them', async () => {
    const { stores, db } = await begin();
    const [rule] = await stores.alertRules.list(1);
    const environments = { are: 'only', patterns: ['live'] } as const;
    await stores.alertRules.add({ ...rule!, environments }, { projectId: 1, nowMs: NOON_MS });
    for (const at of range(countedNames.environment + 2)) {
      const told = { projectId: 1, kind: 'environment', name: `e${at}` } as const;
      await stores.names.tell([told], NOON_MS + at);
    }
    const told = await db.selectFrom('told_names').select('name').execute();
    expect(told).toHaveLength(countedNames.environment);
    const names = told.map(({ name }) => name);
    expect([names.includes('live'), names.includes('e1')]).toEqual([true, false]);
  });

  it('are told by an alert rule, a release of the API and its deploys', async () => {
    const { stores, db } = await begin();
    const by = { projectId: 1, byUserId: 1, nowMs: NOON_MS };
    const [rule] = await stores.alertRules.list(1);
    const environments = { are: 'only', patterns: ['staging', 'eu-*'] } as const;
    await stores.alertRules.add({ ...rule!, environments }, by);
    const { reportedReleases } = stores;
    await reportedReleases.upsert('web@1', { projectIds: [1], atMs: NOON_MS });
    await reportedReleases.addDeploy('web@1', { environment: 'live', finishedAtMs: NOON_MS });
    const rows = await db
      .selectFrom('told_names')
      .select(['kind', 'name'])
      .orderBy('name')
      .execute();
    expect(rows).toEqual([
      { kind: 'environment', name: 'live' },
      { kind: 'environment', name: 'staging' },
      { kind: 'release', name: 'web@1' },
    ]);
  });

  it('leave a note of when events last counted as others', async () => {
    const { send, stores, later } = await begin();
    const list = (sinceMs: number, nowMs = NOON_MS) =>
      stores.names.listShortages([1], { sinceMs, nowMs });
    await send('release', ['web@1']);
    expect(await list(0)).toEqual([]);
    await send('release', named(210));
    expect(await list(NOON_MS)).toEqual([{ projectId: 1, kind: 'release', lastAtMs: NOON_MS }]);
    expect(await list(NOON_MS + 1)).toEqual([]);
    expect(await list(0, NOON_MS - 2 * HOUR_MS)).toEqual([]);
    await later(8 * DAY_MS);
    while (await stores.names.removeOld(NOON_MS + 8 * DAY_MS));
    expect(await list(0)).toEqual([]);
  });

  it('keep releases known that were seen before a key made up too many', async () => {
    const { send, db } = await begin();
    await send('release', ['web@1']);
    await send('release', named(1000));
    const rows = await db.selectFrom('releases').select('release').execute();
    expect(rows).toHaveLength(newNamesPerHour.release);
  });

  it('have the rank of their last days after an update', async () => {
    const { send, database, db } = await begin();
    await send('environment', Array<string>(recordingLimits.rankedPerDay + 1).fill('live'));
    await send('release', ['web@1']);
    const read = () => db.selectFrom('name_days').selectAll().orderBy('kind').execute();
    const before = await read();
    for (const table of ['name_days', 'name_hours', 'told_names'] as const) {
      await db.schema.dropTable(table).execute();
    }
    await createNameRanks.up(db as never, (database as KyselyDatabase).dialect.columns);
    expect(await read()).toEqual(before);
  });
});
