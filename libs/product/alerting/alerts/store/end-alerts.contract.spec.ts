import { expect, it } from '@jest/globals';
import { defaultAlertRule } from '../rules/alert-rule.ts';
import { openAlerts } from '../../../testing/alerts.ts';
import { addPeople, MINUTE_MS, NOON_MS, onEachDatabase } from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { eventOf } from '../../../testing/triage.ts';
import type { DueAlert } from './alert.types.ts';

const DAY_MS = 24 * 60 * MINUTE_MS;

function listTold(told: readonly DueAlert[]) {
  return told.flatMap(({ firings }) =>
    firings.map(({ reason, issue }) => [
      issue?.id,
      reason.kind === 'over' ? reason.how : reason.kind,
    ]),
  );
}

onEachDatabase('ends of alerts', ({ openFresh }) => {
  const open = async (rule: Parameters<typeof openAlerts>[1] = { onOver: true }) => {
    const opened = await openAlerts(openFresh, rule);
    const at = (afterNoonMs: number) => ({ user: 1, nowMs: NOON_MS + afterNoonMs });
    /** Changes after 2 minutes, when the pace lets the end go out 10 s later. */
    const resolve = (ids: readonly number[], afterNoonMs = 2 * MINUTE_MS) =>
      opened.change([...ids], { kind: 'resolve' }, at(afterNoonMs));
    const tellAll = async (afterNoonMs: number) =>
      listTold([
        ...(await opened.tell(afterNoonMs)),
        ...(await opened.tell(afterNoonMs + 10_000)),
        ...(await opened.tell(afterNoonMs + MINUTE_MS)),
      ]);
    const setKind = (id: number, kind: 'pagerduty' | 'webhook') =>
      opened.db.updateTable('channels').set({ kind }).where('id', '=', id).execute();
    return { ...opened, at, resolve, tellAll, setKind };
  };

  it('go once to whom was told, with who did it, in which release, and how long it lasted', async () => {
    const { record, change, tell, stores, at } = await open();
    await addPeople(stores, ['ada']);
    await record(eventOf(1, 0));
    await tell(0);
    const inRelease = { kind: 'resolveInRelease', release: '1.4.2' } as const;
    await change([1], inRelease, at(2 * MINUTE_MS));
    expect(await tell(2 * MINUTE_MS)).toEqual([]);
    expect(await tell(2 * MINUTE_MS + 10_000)).toMatchObject([
      {
        firings: [
          {
            issue: { id: 1 },
            reason: { kind: 'over', how: 'resolved', release: '1.4.2' },
            by: 'ada',
            lastedMs: 2 * MINUTE_MS,
          },
        ],
      },
    ]);
    await change([1], { kind: 'muteForever' }, at(3 * MINUTE_MS));
    expect(await tell(9 * MINUTE_MS)).toEqual([]);
  });

  it('go to pagers in any case, and to others where the rule says so', async () => {
    const { record, tell, resolve, tellAll, setKind, setRule } = await open({ channels: [1, 2] });
    await setKind(2, 'pagerduty');
    await record(eventOf(1, 0), eventOf(2, 0));
    await tell(0);
    await resolve([1]);
    expect(await tellAll(2 * MINUTE_MS)).toEqual([[1, 'resolved']]);
    await setRule({ channels: [], onOver: true });
    await resolve([2], 4 * MINUTE_MS);
    expect(await tellAll(4 * MINUTE_MS)).toEqual([
      [2, 'resolved'],
      [2, 'resolved'],
    ]);
  });

  it('come for muted, merged and deleted issues, under the issue that was told', async () => {
    const { record, change, tell, tellAll, stores, at } = await open();
    await record(...[1, 2, 3, 4].map((id) => eventOf(id, 0)));
    await tell(0);
    await change([1], { kind: 'muteForever' }, at(2 * MINUTE_MS));
    await mergeInto(stores, { from: 2, into: 4 });
    await stores.deletions.delete(3);
    const told = await tellAll(2 * MINUTE_MS);
    expect(told.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [1, 'muted'],
      [2, 'merged'],
      [3, 'deleted'],
    ]);
  });

  it('come in one summary of a bulk change, and one by one for a pager, whose falls came so', async () => {
    const { record, tell, resolve, setKind } = await open({ onOver: true, channels: [1, 2] });
    await setKind(2, 'pagerduty');
    const ids = Array.from({ length: 25 }, (_, index) => index + 1);
    await record(...ids.map((id) => eventOf(id, 0)));
    const sizes = (told: readonly DueAlert[]) => [
      ...new Set(told.map(({ firings, more }) => `${firings.length}+${more}`)),
      told.length,
    ];
    expect(sizes(await tell(0))).toEqual(['20+5', '1+0', 26]);
    await resolve(ids.slice(0, 15));
    await tell(2 * MINUTE_MS);
    await resolve(ids.slice(15), 2 * MINUTE_MS + 2000);
    await tell(2 * MINUTE_MS + 2000);
    // Channel 1 was not told of the five issues that its message only counted.
    expect(sizes(await tell(2 * MINUTE_MS + 10_000))).toEqual(['20+0', '1+0', 26]);
  });

  it('are dropped with a fall that still waits for the pace', async () => {
    const { record, tell, resolve, tellAll } = await open();
    await record(eventOf(1, 0));
    await tell(0);
    await record(eventOf(2, 1000));
    await tell(1000);
    await resolve([2], 2000);
    expect(await tellAll(2000)).toEqual([]);
    expect(await tellAll(2 * MINUTE_MS)).toEqual([]);
  });

  it.each([
    ['are dropped with a fall that nobody has', 0, [], 0],
    ['wait for a fall that its receiver may have', 1, [[1, 'resolved']], 1],
  ])('%s', async (_, attempts, end, left) => {
    const { record, tell, resolve, tellAll, db } = await open();
    await record(eventOf(1, 0));
    await tell(0, { isAway: true });
    await db.updateTable('outbox').set({ attempts }).execute();
    await resolve([1]);
    const isAway = { isAway: true };
    await tell(2 * MINUTE_MS, isAway);
    expect(await tell(2 * MINUTE_MS + 10_000, isAway)).toEqual([]);
    expect(await db.deleteFrom('outbox').returning('id').execute()).toHaveLength(left);
    expect(await tellAll(3 * MINUTE_MS)).toEqual(end);
  });

  it.each(['failed', 'sent'] as const)('follow a fall only if it arrived: %s', async (state) => {
    const { record, tell, resolve, tellAll, stores, db, listDeliveries } = await open();
    await record(eventOf(1, 0));
    const [{ id }] = (await tell(0, { isAway: true })) as [DueAlert];
    const [claimed] = await stores.deliveries.claim({ nowMs: NOON_MS, leaseMs: 1000, limit: 1 });
    // The compose double makes no title.
    const { body } = await db.selectFrom('outbox').select('body').executeTakeFirstOrThrow();
    const delivery = { ...JSON.parse(body), message: { id, title: 'X', kind: 'issues' } };
    await stores.deliveries.record({ ...claimed!, delivery }, { state, answer: '' }, NOON_MS);
    await resolve([1]);
    expect(await tellAll(2 * MINUTE_MS)).toEqual(state === 'sent' ? [[1, 'resolved']] : []);
    expect(await listDeliveries()).toHaveLength(state === 'sent' ? 1 : 0);
  });

  it.each([
    ['the rule is off', { isEnabled: false }, 0],
    ['the fall was told over 14 days ago', {}, 14 * DAY_MS + MINUTE_MS],
  ])('do not come when %s', async (_, rule, afterMs) => {
    const { record, tell, resolve, tellAll, setRule } = await open();
    await record(eventOf(1, 0));
    await tell(0);
    await setRule({ onOver: true, ...rule });
    await resolve([1], afterMs + 2 * MINUTE_MS);
    expect(await tellAll(afterMs + 2 * MINUTE_MS)).toEqual([]);
  });

  it('do not come when the change is undone, or the issue fell again', async () => {
    const { record, change, tell, resolve, tellAll, triage, historyOf } = await open();
    const undo = async () => {
      const undone = (await historyOf(1)).at(-1)!.id;
      await triage.undo({ historyIds: [undone], byUserId: 1, nowMs: NOON_MS + 2 * MINUTE_MS });
    };
    await record(eventOf(1, 0));
    await tell(0);
    await resolve([1]);
    await undo();
    expect(await tellAll(2 * MINUTE_MS)).toEqual([]);
    await resolve([1], 4 * MINUTE_MS);
    await tell(4 * MINUTE_MS);
    await record(eventOf(1, 4 * MINUTE_MS + 1000));
    expect(await tellAll(4 * MINUTE_MS + 1000)).toEqual([[1, 'regressed']]);
    await change([1], { kind: 'muteForever' }, { user: 1, nowMs: NOON_MS + 7 * MINUTE_MS });
    expect(await tellAll(7 * MINUTE_MS)).toEqual([[1, 'muted']]);
  });

  it('leave room for new alerts of a pager, which gets the others of a flood as a number', async () => {
    const { record, tell, resolve, tellAll, setKind } = await open();
    await setKind(1, 'pagerduty');
    const ids = Array.from({ length: 210 }, (_, index) => index + 1);
    await record(...ids.map((id) => eventOf(id, 0)));
    const sizes = (await tell(0)).map(({ firings, more }) => `${firings.length}+${more}`);
    expect([sizes.length, sizes.at(-2), sizes.at(-1)]).toEqual([201, '1+0', '0+10']);
    for (const first of [0, 100, 200]) await resolve(ids.slice(first, first + 100));
    await tell(2 * MINUTE_MS);
    await record(eventOf(211, 2 * MINUTE_MS + 1000));
    const told = await tellAll(2 * MINUTE_MS + 10_000);
    expect([told.length, told.at(-1)]).toEqual([201, [211, 'new']]);
  });

  it('are kept before those that were never told, when 10,000 wait', async () => {
    const { record, tell, resolve, stores, db } = await open();
    await record(eventOf(1, 0));
    await tell(0);
    await resolve([1]);
    await tell(2 * MINUTE_MS);
    const readQueue = async () => {
      const queues = db.selectFrom('alert_queues').select(['firings', 'pace']);
      const { firings, pace } = await queues.executeTakeFirstOrThrow();
      return { firings: JSON.parse(firings) as number[], pace: JSON.parse(pace) };
    };
    const untold = Array.from({ length: 10_000 }, (_, index) => 1_000_000 + index);
    const queued = JSON.stringify([...(await readQueue()).firings, ...untold]);
    await db.updateTable('alert_queues').set({ firings: queued }).execute();
    await record(eventOf(2, 2 * MINUTE_MS + 1000));
    await stores.alerts.spread({ nowMs: NOON_MS + 2 * MINUTE_MS + 1000, canMail: true });
    expect((await readQueue()).firings).toHaveLength(2);
    expect(listTold(await tell(2 * MINUTE_MS + 1000))).toEqual([
      [1, 'resolved'],
      [2, 'new'],
    ]);
    // The pace counts both messages.
    expect((await readQueue()).pace.sentMs).toHaveLength(3);
  });

  it('go to those whom their own rule told, also when another rule told them last', async () => {
    const { record, tell, resolve, stores, by, setRule, listDeliveries } = await open();
    const other = { ...defaultAlertRule, name: 'Other', channels: [1, 2], toMembers: false };
    await stores.alertRules.add(other, by);
    await record(...[1, 2, 3].map((id) => eventOf(id, 0)));
    await tell(0);
    const listTellings = async (afterNoonMs: number) => {
      const before = (await listDeliveries()).length;
      await tell(afterNoonMs);
      await tell(afterNoonMs + 10_000);
      return (await listDeliveries()).slice(before).map(({ destination }) => destination);
    };
    const first = { to: 'channel', channelId: 1 };
    await resolve([1]);
    expect(await listTellings(2 * MINUTE_MS)).toEqual([first]);
    await setRule({ channels: [], onOver: true });
    await stores.deletions.delete(2);
    expect(await listTellings(4 * MINUTE_MS)).toEqual([first]);
    const rules = await stores.alertRules.list(1);
    await stores.alertRules.remove(rules.find(({ name }) => name === 'Other')!.id, by);
    await resolve([3], 6 * MINUTE_MS);
    expect(await listTellings(6 * MINUTE_MS)).toEqual([first]);
  });

  it('come although the problem began anew while the end before waited', async () => {
    const { record, tell, resolve, db } = await open();
    const isAway = { isAway: true };
    await record(eventOf(1, 0));
    await tell(0);
    await resolve([1]);
    await tell(2 * MINUTE_MS, isAway);
    expect(await tell(2 * MINUTE_MS + 10_000, isAway)).toHaveLength(1);
    await record(eventOf(1, 4 * MINUTE_MS));
    expect(await tell(4 * MINUTE_MS, isAway)).toHaveLength(1);
    await resolve([1], 6 * MINUTE_MS);
    await tell(6 * MINUTE_MS, isAway);
    const told = await tell(6 * MINUTE_MS + 10_000, isAway);
    expect(listTold(told)).toEqual([[1, 'resolved']]);
    expect(await db.selectFrom('outbox').select('id').execute()).toHaveLength(1);
  });

  it('name nobody whose name is not known, since addresses of members are not for channels', async () => {
    const { record, tell, resolve, stores, db } = await open();
    await addPeople(stores, ['ada']);
    await db.updateTable('users').set({ name: null }).execute();
    await record(eventOf(1, 0));
    await tell(0);
    await resolve([1]);
    await tell(2 * MINUTE_MS);
    const [told] = await tell(2 * MINUTE_MS + 10_000);
    expect(told!.firings[0]!.by).toBeUndefined();
  });

  type Opened = Awaited<ReturnType<typeof open>>;
  const undoLast = async ({ triage, historyOf }: Opened) => {
    const historyIds = [(await historyOf(1)).at(-1)!.id];
    await triage.undo({ historyIds, byUserId: 1, nowMs: NOON_MS + 1 });
  };

  it.each<[string, (opened: Opened) => Promise<unknown>, Record<string, unknown>]>([
    [
      'a commit of a release',
      ({ stores: { reportedReleases } }) => {
        const commits = [{ id: 'b', message: 'Fixes APP-1', patchSet: [] }];
        return reportedReleases.upsert('1', { atMs: NOON_MS, projectIds: [1], commits });
      },
      { issue_id: 1, how: 'resolved', release: '1', commit: 'b' },
    ],
    [
      'an undone reopening',
      async (opened) => {
        await opened.resolve([1], 0);
        await opened.change([1], { kind: 'reopen' });
        await undoLast(opened);
      },
      { issue_id: 1, how: 'resolved' },
    ],
    [
      'an undone merge that had reopened it',
      async (opened) => {
        await opened.resolve([1], -1);
        await (await mergeInto(opened.stores, { from: 2, into: 1 })).undo();
      },
      { issue_id: 1, how: 'resolved' },
    ],
    [
      'an undone unmerge',
      async (opened) => {
        await mergeInto(opened.stores, { from: 2, into: 1 });
        const { merges } = opened.stores;
        const by = { byUserId: 1, nowMs: NOON_MS };
        await merges.unmerge({ issueId: 1, groupIds: [2], ...by });
        await opened.db.deleteFrom('alert_firings').where('is_end', '=', 1).execute();
        await undoLast(opened);
      },
      { issue_id: 2, how: 'merged' },
    ],
  ])('are stored with %s', async (_, act, { issue_id, ...end }) => {
    const opened = await open();
    await opened.record(eventOf(1, 0), eventOf(2, 0));
    await act(opened);
    const ends = opened.db.selectFrom('alert_firings').selectAll().where('is_end', '=', 1);
    const last = (await ends.orderBy('id').execute()).at(-1)!;
    expect([last.issue_id, JSON.parse(last.reason)]).toEqual([issue_id, { kind: 'over', ...end }]);
  });

  it('are told once when several relays tell at a time', async () => {
    const { record, tell, resolve, openAgain } = await open({ onOver: true, channels: [1, 2, 3] });
    await record(eventOf(1, 0));
    await tell(0);
    await resolve([1]);
    const relays = Array.from({ length: 3 }, () => openAgain().stores.alerts);
    const tellBoth = async (alerts: (typeof relays)[number]) => [
      ...(await tell(2 * MINUTE_MS, { alerts })),
      ...(await tell(2 * MINUTE_MS + 10_000, { alerts })),
    ];
    const told = await Promise.all(relays.map(tellBoth));
    expect(listTold(told.flat())).toEqual([
      [1, 'resolved'],
      [1, 'resolved'],
      [1, 'resolved'],
    ]);
  });
});
