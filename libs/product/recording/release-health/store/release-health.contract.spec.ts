import { createHash } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { sessionLimits } from '#shared';
import type { SessionGroup, SessionItem } from './session-item.ts';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  HOUR_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import type { FreshDatabase } from '../../../testing/index.ts';
import { removeSessionsOfProject } from './index.ts';

const toHash = (name: string): string => createHash('sha256').update(name).digest('hex');

const group = (traits: Partial<SessionGroup> = {}): SessionGroup => ({
  startedAtMs: NOON_MS,
  begun: 0,
  errored: 0,
  crashed: 0,
  abnormal: 0,
  ...traits,
});

const item = (groups: readonly SessionGroup[], traits: Partial<SessionItem> = {}): SessionItem => ({
  projectId: 1,
  receivedAtMs: NOON_MS,
  release: 'shop@1',
  environment: 'production',
  groups,
  ...traits,
});

onEachDatabase('ReleaseHealthStore', ({ openFresh }) => {
  async function begin() {
    const fresh = await openFresh('web', 'api');
    const record = (...sessions: readonly SessionItem[]) => fresh.recordReport({ sessions });
    return { ...fresh, record };
  }

  const QUERY = { projectIds: [1], sinceMs: NOON_MS - DAY_MS };
  const sum = async ({ stores }: Pick<FreshDatabase, 'stores'>, traits = {}) => {
    const { releases } = await stores.releaseHealth.sumByRelease({ ...QUERY, ...traits });
    return releases;
  };

  it('counts sessions and crashes by release, and each user once', async () => {
    const fresh = await begin();
    const { record } = fresh;
    const [ann, bob] = [toHash('ann'), toHash('bob')];
    await record(
      item([group({ begun: 1, userHash: ann })]),
      item([group({ begun: 1, userHash: bob })]),
      item([group({ begun: 1, userHash: ann })], { release: 'shop@2' }),
    );
    await record(
      item([group({ crashed: 1, sessionHash: toHash('s1'), hasErrors: true, userHash: ann })]),
    );
    const sums = await sum(fresh);
    expect(sums.toSorted((a, b) => a.sessions - b.sessions)).toEqual([
      {
        projectId: 1,
        release: 'shop@2',
        sessions: 1,
        errored: 0,
        crashed: 0,
        abnormal: 0,
        failed: 0,
        failedOf: 1,
        unhandled: 0,
        users: 1,
        crashedUsers: 0,
      },
      {
        projectId: 1,
        release: 'shop@1',
        sessions: 2,
        errored: 1,
        crashed: 1,
        abnormal: 0,
        failed: 1,
        failedOf: 2,
        unhandled: 0,
        users: 2,
        crashedUsers: 1,
      },
    ]);
    const ofProjects = await fresh.stores.releaseHealth.sumByProject([1, 2], QUERY.sinceMs);
    expect(ofProjects).toEqual(new Map([[1, { sessions: 3, failed: 1, failedOf: 3 }]]));
  });

  it('counts a session with errors once, even when it sends several updates', async () => {
    const fresh = await begin();
    const update = item([group({ sessionHash: toHash('s1'), hasErrors: true })]);
    await fresh.record(item([group({ begun: 1 })]), update);
    await fresh.record(update);
    await fresh.record(update, item([group({ begun: 3, errored: 2, abnormal: 1 })]));
    expect(await sum(fresh)).toMatchObject([{ sessions: 4, errored: 3, abnormal: 1 }]);
  });

  it('counts the crash of a session once, even when the session sends it again', async () => {
    const fresh = await begin();
    const crash = item([group({ crashed: 1, sessionHash: toHash('s1'), hasErrors: true })]);
    await fresh.record(item([group({ begun: 9 })]), crash, crash);
    await fresh.record(crash, item([group({ crashed: 1, sessionHash: toHash('s2') })]));
    await fresh.record(item([group({ crashed: 3 })]));
    expect(await sum(fresh)).toMatchObject([{ sessions: 9, crashed: 5 }]);
  });

  it('counts a session once that says with each crash that it begins', async () => {
    const fresh = await begin();
    const again = item([group({ begun: 1, crashed: 1, sessionHash: toHash('s1') })]);
    await fresh.record(again, again);
    await fresh.record(again, item([group({ begun: 1, sessionHash: toHash('s2') })]));
    await fresh.record(item([group({ crashed: 1, sessionHash: toHash('s2') })]), again);
    expect(await sum(fresh)).toMatchObject([{ sessions: 2, crashed: 2, failed: 2 }]);
  });

  it('counts a session once that crashes or hangs after an unhandled error', async () => {
    const fresh = await begin();
    const update = (name: string, end: Partial<SessionGroup>) =>
      item([group({ sessionHash: toHash(name), ...end })]);
    const [unhandled, crashed, abnormal] = [{ unhandled: 1 }, { crashed: 1 }, { abnormal: 1 }];
    await fresh.record(
      item([group({ begun: 9 })]),
      update('s1', unhandled),
      update('s1', crashed),
      update('s2', unhandled),
      update('s3', unhandled),
      update('s4', abnormal),
    );
    await fresh.record(update('s2', crashed), update('s3', unhandled), update('s4', unhandled));
    await fresh.record(update('s2', unhandled), update('s3', abnormal), update('s1', crashed));
    await fresh.record(item([group({ begun: 11, crashed: 1, unhandled: 4 })]));
    expect(await sum(fresh)).toMatchObject([
      { sessions: 20, crashed: 3, abnormal: 2, failed: 9, failedOf: 20, unhandled: 6 },
    ]);
  });

  it('says nothing of unhandled errors in hours from before they were counted', async () => {
    const fresh = await begin();
    const { db, stores } = fresh;
    const crash = item([group({ crashed: 1, sessionHash: toHash('s1') })]);
    await fresh.record(item([group({ begun: 5 })]), crash);
    await db.updateTable('session_hours').set({ failed: null }).execute();
    await db.updateTable('session_ends').set({ kinds: 7 }).execute();
    await fresh.record(crash, item([group({ begun: 1, unhandled: 1 })]));
    const list = () => stores.releaseHealth.listHours('shop@1', QUERY);
    expect(await list()).toMatchObject([{ sessions: 6, crashed: 1, failed: undefined }]);
    expect(await sum(fresh)).toMatchObject([{ crashed: 1, failed: 0, failedOf: 0 }]);
    const startedAtMs = NOON_MS + HOUR_MS;
    await fresh.record(item([group({ startedAtMs, begun: 10, unhandled: 2 })]));
    expect(await list()).toMatchObject([{}, { sessions: 10, failed: 2 }]);
    expect(await sum(fresh)).toMatchObject([
      { sessions: 16, crashed: 1, failed: 2, failedOf: 10, unhandled: 2 },
    ]);
    const days = await stores.releaseHealth.listDays(['shop@1', 'shop@2'], QUERY);
    expect(days).toEqual([
      {
        projectId: 1,
        release: 'shop@1',
        startsAtMs: NOON_MS - DAY_MS / 2,
        sessions: 16,
        crashed: 1,
        failed: 2,
        failedOf: 10,
        unhandled: 2,
      },
    ]);
    await fresh.record(item([group({ begun: 2, unhandled: 1 })], { environment: 'new' }));
    expect(await list()).toMatchObject([{ sessions: 8, failed: undefined }, { failed: 2 }]);
  });

  it('counts a session once that began days ago and sends its end again for days', async () => {
    const fresh = await begin();
    const startedAtMs = NOON_MS - 3 * DAY_MS;
    const crash = item([group({ startedAtMs, crashed: 1, sessionHash: toHash('s1') })]);
    for (const hour of [0, 12, 36, 122]) {
      fresh.clock.ms = NOON_MS + hour * HOUR_MS;
      await fresh.record(crash);
      await fresh.stores.releaseHealth.removeOld(fresh.clock.ms);
    }
    const hours = fresh.db.selectFrom('session_hours').select('crashed');
    expect(await hours.execute()).toEqual([{ crashed: 1 }]);
  });

  it('counts a session once whose item comes twice, and equal aggregates twice', async () => {
    const fresh = await begin();
    const begun = item([group({ begun: 1, sessionHash: toHash('s1') })]);
    const aggregate = item([group({ begun: 5, crashed: 1 })]);
    await fresh.record(begun, begun, aggregate);
    await fresh.record(begun, aggregate);
    const [crash, sound] = [{ begun: 1, crashed: 1 }, { begun: 1 }].map((told) =>
      item([group({ ...told, sessionHash: toHash('s2') })]),
    );
    for (const each of [sound!, crash!, sound!]) await fresh.record(each);
    expect(await sum(fresh)).toMatchObject([{ sessions: 12, crashed: 3 }]);
  });

  it('forgets which sessions crashed after six days, and which have begun after an hour', async () => {
    const fresh = await begin();
    await fresh.record(
      item([group({ crashed: 1, sessionHash: toHash('s1') })]),
      item([group({ begun: 1, sessionHash: toHash('s2') })]),
    );
    const count = () => fresh.db.selectFrom('session_ends').selectAll().execute();
    await fresh.stores.releaseHealth.removeOld(NOON_MS + HOUR_MS);
    expect(await count()).toHaveLength(2);
    await fresh.stores.releaseHealth.removeOld(NOON_MS + sessionLimits.endsKeptMs);
    expect(await count()).toHaveLength(1);
    await fresh.stores.releaseHealth.removeOld(NOON_MS + sessionLimits.endsKeptMs + 1);
    expect(await count()).toEqual([]);
  });

  it('limits sums to projects, an environment and a time', async () => {
    const fresh = await begin();
    const begun = [group({ begun: 1 })];
    await fresh.record(
      item(begun),
      item(begun, { environment: 'staging' }),
      item(begun, { projectId: 2 }),
      item([group({ begun: 1, startedAtMs: NOON_MS - 2 * DAY_MS })]),
    );
    expect(await sum(fresh)).toMatchObject([{ sessions: 2 }]);
    expect(await sum(fresh, { environment: 'staging' })).toMatchObject([{ sessions: 1 }]);
    expect(await sum(fresh, { environment: 'nowhere' })).toEqual([]);
    expect(await sum(fresh, { projectIds: [1, 2] })).toHaveLength(2);
  });

  it('sums whole days, from the first day to the day before the last', async () => {
    const fresh = await begin();
    const days = [-3, -2, -1, 0].map((day) => NOON_MS + day * DAY_MS);
    await fresh.record(
      item(
        days.map((startedAtMs, at) => group({ startedAtMs, begun: 1, userHash: toHash(`${at}`) })),
      ),
    );
    const query = { sinceMs: days[1]! + HOUR_MS, beforeMs: days[3]! + HOUR_MS };
    expect(await sum(fresh, query)).toMatchObject([{ sessions: 2, users: 2 }]);
  });

  it('gives the same sums for some releases as for all', async () => {
    const fresh = await begin();
    for (const [at, release] of ['a', 'b', undefined].entries()) {
      await fresh.record({
        projectId: 1,
        receivedAtMs: NOON_MS,
        groups: [
          group({
            begun: 1,
            hasErrors: true,
            sessionHash: toHash(`s${at}`),
            userHash: toHash(`user ${at}`),
          }),
        ],
        ...(release === undefined ? {} : { release }),
      });
    }
    const all = await sum(fresh);
    const { releaseHealth } = fresh.stores;
    const some = await releaseHealth.sumByRelease({ ...QUERY, versions: ['b', 'c'] });
    expect(some.releases).toEqual(all.filter(({ release }) => release === 'b'));
    expect(some.ofProjects).toEqual(new Map([[1, 3]]));
    const none = await releaseHealth.sumByRelease({ ...QUERY, versions: [] });
    expect(none).toEqual({ releases: [], ofProjects: new Map([[1, 3]]) });
  });

  it('lists the sessions of a release by the hour', async () => {
    const fresh = await begin();
    await fresh.record(
      item([group({ begun: 4 }), group({ crashed: 1, startedAtMs: NOON_MS - HOUR_MS })]),
      item([group({ begun: 1, startedAtMs: NOON_MS + 5 })]),
    );
    const { releaseHealth } = fresh.stores;
    const query = { projectIds: [1], sinceMs: NOON_MS - DAY_MS };
    expect(await releaseHealth.listHours('shop@1', query)).toEqual([
      { startsAtMs: NOON_MS - HOUR_MS, sessions: 0, crashed: 1, failed: 1 },
      { startsAtMs: NOON_MS, sessions: 5, crashed: 0, failed: 0 },
    ]);
    expect(await releaseHealth.listHours('shop@9', query)).toEqual([]);
  });

  it('counts releases beyond the share of their key together for an hour, but told ones', async () => {
    const fresh = await begin();
    const { stores, clock, db } = fresh;
    const made = sessionLimits.pairsPerDay + 12 * sessionLimits.pairsPerHour;
    const share = { project_id: 1, kind: 'pair' as const, public_key: 'abc', other_at: null };
    await db
      .insertInto('name_hours')
      .values({ ...share, starts_at: NOON_MS - 12 * HOUR_MS, made })
      .execute();
    const told = [
      { projectId: 1, kind: 'release', name: 'told' },
      { projectId: 1, kind: 'environment', name: 'production' },
    ] as const;
    await stores.names.tell(told, clock.ms);
    const groups = [group({ begun: 1 })];
    const send = (release: string) => fresh.record(item(groups, { release }));
    const list = () => stores.names.listShortages([1], { sinceMs: 0, nowMs: NOON_MS });
    const sessionsOf = async (release: string | undefined) =>
      (await sum(fresh)).find((each) => each.release === release)?.sessions ?? 0;
    await send('told');
    expect(await list()).toEqual([]);
    await send('late');
    await fresh.record(item(groups, { release: 'told', environment: 'made-up' }));
    expect(await list()).toEqual([{ projectId: 1, kind: 'pair', lastAtMs: NOON_MS }]);
    const sessions = [item(groups, { release: 'later' })];
    await stores.reports.record([createReport(99, [], { sessions, publicKey: 'other' })]);
    clock.ms += HOUR_MS;
    await send('late');
    expect(await sessionsOf(undefined)).toBe(2);
    for (const release of ['told', 'late', 'later']) expect(await sessionsOf(release)).toBe(1);
  });

  it('counts 600 sessions of releases that a key makes up as 200 new ones and others', async () => {
    const fresh = await begin();
    const madeUp = Array.from({ length: 600 }, (_, at) => `made-up-${at}`);
    await fresh.record(...madeUp.map((release) => item([group({ begun: 1 })], { release })));
    const other = { sessions: [item([group({ begun: 1 })], { release: 'late' })] };
    await fresh.stores.reports.record([createReport(9, [], { ...other, publicKey: 'other' })]);
    const sums = await sum(fresh);
    expect(sums).toHaveLength(202);
    expect(sums.find(({ release }) => release === undefined)?.sessions).toBe(400);
    expect(sums.find(({ release }) => release === 'late')?.sessions).toBe(1);
  });

  it('stores the names of sessions and events in one order', async () => {
    const fresh = await begin();
    const [event, session] = [createGroupedEvent(), item([group({ begun: 1 })])];
    const named = { ...event, event: { ...event.event, release: 'shop@2', environment: 'live' } };
    await fresh.stores.reports.record([createReport(1, [named], { sessions: [session] })]);
    const names = await fresh.db.selectFrom('counted_names').select('name').orderBy('id').execute();
    expect(names.map(({ name }) => name)).toEqual(['live', 'production', 'shop@1', 'shop@2']);
  });

  it('adds up sessions that several processes record at once', async () => {
    const fresh = await begin();
    const other = fresh.openAgain().stores.reports;
    const ends = [{ unhandled: 1 }, { crashed: 1, unhandled: 0 }].map((end) =>
      item([group({ ...end, sessionHash: toHash('s1') })]),
    );
    const send = (store: typeof other, first: number) =>
      Promise.all(
        [0, 1, 2, 3].map((at) =>
          store.record([
            createReport(first + at, [], {
              sessions: [
                item([group({ begun: 1, userHash: toHash(`${first + at}`) })]),
                item([group({ begun: 1 })], { release: 'shop@2' }),
                ends[at % 2]!,
              ],
            }),
          ]),
        ),
      );
    await Promise.all([send(fresh.stores.reports, 100), send(other, 200)]);
    const sums = await sum(fresh);
    expect(sums.map(({ sessions }) => sessions)).toEqual([8, 8]);
    const one = sums.find(({ release }) => release === 'shop@1');
    expect(one).toMatchObject({ users: 8, crashed: 1, failed: 1 });
  });

  it('removes old sessions', async () => {
    const fresh = await begin();
    await fresh.record(item([group({ begun: 1 })]));
    const { releaseHealth } = fresh.stores;
    expect(await releaseHealth.removeOld(NOON_MS + sessionLimits.hoursKeptMs)).toBe(false);
    expect(await sum(fresh)).toHaveLength(1);
    await releaseHealth.removeOld(NOON_MS + sessionLimits.daysKeptMs + DAY_MS);
    expect(await sum(fresh)).toEqual([]);
    expect(await fresh.db.selectFrom('session_days').selectAll().execute()).toEqual([]);
  });

  it('removes the sessions of a removed project', async () => {
    const fresh = await begin();
    await fresh.record(item([group({ begun: 1 })]), item([group({ begun: 1 })], { projectId: 2 }));
    const remove = () =>
      fresh.db.transaction().execute((transaction) => removeSessionsOfProject(transaction, 1));
    const ended = item([group({ crashed: 1, sessionHash: toHash('s1') })]);
    await fresh.record(ended);
    const steps = [await remove(), await remove(), await remove(), await remove()];
    expect(steps).toEqual([true, true, true, false]);
    expect(await sum(fresh)).toEqual([]);
    expect(await sum(fresh, { projectIds: [2] })).toHaveLength(1);
  });
});
