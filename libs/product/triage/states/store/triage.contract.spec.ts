import { describe, expect, it } from '@jest/globals';
import { onEachDatabase, DAY_MS, NOON_MS } from '../../../testing/index.ts';
import {
  ANN,
  BOB,
  eventAt,
  eventOf,
  openTriage,
  openTriagedIssues,
} from '../../../testing/triage.ts';

onEachDatabase('TriageStore', ({ openFresh }) => {
  const openIssues = (count: number) => openTriagedIssues(openFresh, count);

  describe('change', () => {
    it('returns the outcome for each issue, in the requested order', async () => {
      const { change, stateOf } = await openIssues(3);
      expect(await change([3], { kind: 'resolve' })).toEqual([
        { issueId: 3, outcome: 'changed', historyId: expect.any(Number) },
      ]);
      expect(await change([3, 99, 1], { kind: 'resolve' })).toEqual([
        { outcome: 'unchanged' },
        { outcome: 'refused', code: 'issue.unknown' },
        { issueId: 1, outcome: 'changed', historyId: expect.any(Number) },
      ]);
      expect(await stateOf(2)).toMatchObject({ status: 'unresolved' });
    });

    it.each([
      [{ kind: 'resolve' }, { status: 'resolved', kind: 'now' }],
      [
        { kind: 'resolveInRelease', release: 'shop@2' },
        { status: 'resolved', kind: 'inRelease', release: 'shop@2' },
      ],
      [
        { kind: 'muteForTime', untilMs: NOON_MS + DAY_MS },
        { status: 'muted', kind: 'time', untilMs: NOON_MS + DAY_MS, reopensAs: 'new' },
      ],
      [
        { kind: 'muteUntilEvents', count: 1_000_000 },
        { status: 'muted', kind: 'events', count: 1_000_000, baseline: 1, reopensAs: 'new' },
      ],
      [
        { kind: 'muteUntilUsers', count: 9 },
        { status: 'muted', kind: 'users', count: 9, baseline: 0, reopensAs: 'new' },
      ],
      [{ kind: 'muteForever' }, { status: 'muted', kind: 'forever', reopensAs: 'new' }],
    ] as const)('stores all terms of %j in the issue and in its history', async (asked, terms) => {
      const { change, stateOf, historyOf } = await openIssues(1);
      const state = { ...terms, sinceMs: NOON_MS, byUserId: ANN };
      await change([1], asked);
      expect(await stateOf(1)).toEqual(state);
      await change([1], { kind: 'reopen' }, { user: BOB, nowMs: NOON_MS + 5 });
      const reopened = { status: 'unresolved', kind: 'new', sinceMs: NOON_MS + 5, byUserId: BOB };
      expect(await stateOf(1)).toEqual(reopened);
      const id = expect.any(Number);
      const first = { status: 'unresolved', kind: 'new', sinceMs: NOON_MS - 1000 };
      expect(await historyOf(1)).toEqual([
        { id, atMs: NOON_MS, byUserId: ANN, what: 'state', from: first, to: state },
        { id, atMs: NOON_MS + 5, byUserId: BOB, what: 'state', from: state, to: reopened },
      ]);
    });

    it('finds the next release in each issue’s project, and refuses where none is known', async () => {
      const { record, change, stateOf } = await openTriage(openFresh);
      await record(eventAt(-1000, { event: { projectId: 1 } }));
      await record(eventAt(-1000, { event: { projectId: 2, release: '1.0.0' } }));
      expect(await change([1, 2], { kind: 'resolveInNextRelease' })).toMatchObject([
        { outcome: 'refused', code: 'issue.release_unknown' },
        { issueId: 2, outcome: 'changed' },
      ]);
      expect(await stateOf(2)).toMatchObject({ release: '1.0.0' });
    });

    it('bases the next release on the newest release in the issue’s environments', async () => {
      const { record, change, stateOf, stores, db } = await openTriage(openFresh);
      const seen = (groupedBy: string, release: string, environment?: string) =>
        record(
          eventAt(-1000, {
            groupedBy,
            event: { release, ...(environment === undefined ? {} : { environment }) },
          }),
        );
      await seen('mine', '1.4.1', 'production');
      await seen('other', '1.4.2', 'production');
      await seen('other', '2.0.0-rc.1', 'production');
      await seen('other', '1.5.0', 'staging');
      await seen('nowhere', '1.6.0');
      await seen('early', '2.0.0-rc.2', 'production');
      await seen('early', '1.4.0', 'staging');
      const ids = [1, 2, 3, 4];
      expect(
        await Promise.all(ids.map((id) => stores.triage.findBaseRelease({ id, projectId: 1 }))),
      ).toEqual([
        { release: '1.4.2', environments: ['production'] },
        { release: '2.0.0-rc.1', environments: ['production'] },
        { release: '1.6.0', environments: [] },
        { release: '2.0.0-rc.2', environments: ['production'] },
      ]);
      expect(await change([1], { kind: 'resolveInNextRelease' })).toMatchObject([
        { outcome: 'changed', afterRelease: '1.4.2' },
      ]);
      expect(await stateOf(1)).toMatchObject({ kind: 'nextRelease', release: '1.4.2' });
      await db.deleteFrom('counted_names').where('kind', '=', 'release').execute();
      const withoutPlace = await stores.triage.findBaseRelease({ id: 4, projectId: 1 });
      expect(withoutPlace).toMatchObject({ release: '1.6.0' });
    });

    it('mutes until it gets worse than in the busiest hour or day of a week', async () => {
      const { record, change, stateOf, stores } = await openTriage(openFresh);
      const HOUR_MS = DAY_MS / 24;
      const busy = Array.from({ length: 6 }, (_, index) =>
        eventAt(-2 * HOUR_MS + index, { groupedBy: 'busy' }),
      );
      const spread = [1, 2, 3, 25, 26].map((hours) =>
        eventAt(-hours * HOUR_MS, { groupedBy: 'spread' }),
      );
      const old = [0, 1, 2, 3].map((ms) => eventAt(-8 * DAY_MS + ms, { groupedBy: 'spread' }));
      await record(...old, ...spread, ...busy);
      const ids = await Promise.all(
        [1, 2].map(async (id) => [(await stores.issues.find(id))?.events, id]),
      );
      const [many, few] = ids.toSorted(([a = 0], [b = 0]) => a - b).map(([, id]) => id!);
      expect(await stores.triage.findBusiestTimes(many!, NOON_MS)).toEqual({ inHour: 6, inDay: 6 });
      await change([many!, few!], { kind: 'muteUntilWorse' });
      expect(await stateOf(many!)).toMatchObject({ kind: 'events', count: 31, windowMinutes: 60 });
      expect(await stateOf(few!)).toMatchObject({ kind: 'events', count: 21, windowMinutes: 1440 });
    });

    it('writes the end of a mute into the history before a later change', async () => {
      const { change, historyOf } = await openIssues(1);
      const untilMs = NOON_MS + 1000;
      await change([1], { kind: 'muteForTime', untilMs });
      const later = { user: BOB, nowMs: NOON_MS + 5000 };
      expect(await change([1], { kind: 'reopen' }, later)).toEqual([{ outcome: 'unchanged' }]);
      await change([1], { kind: 'resolve' }, later);
      const over = { status: 'unresolved', kind: 'new', sinceMs: untilMs };
      const [, end, resolution, ...others] = await historyOf(1);
      expect(end).toMatchObject({ from: { status: 'muted', untilMs }, to: over });
      expect(end?.byUserId).toBeUndefined();
      expect(resolution).toMatchObject({ from: over, to: { status: 'resolved' }, byUserId: BOB });
      expect(others).toEqual([]);
    });

    it('changes 100 issues at once, and throws for more', async () => {
      const { change } = await openIssues(100);
      const ids = Array.from({ length: 101 }, (_, index) => index + 1);
      await expect(change(ids, { kind: 'resolve' })).rejects.toThrow(RangeError);
      const outcomes = await change(ids.slice(0, 100), { kind: 'resolve' });
      expect(outcomes.filter(({ outcome }) => outcome === 'changed')).toHaveLength(100);
      expect(await change([], { kind: 'resolve' })).toEqual([]);
    });

    it('records two people’s simultaneous changes in the order in which the last wins', async () => {
      const { stores, openAgain, stateOf, historyOf } = await openIssues(4);
      const [one, other] = [stores.triage, openAgain().stores.triage];
      const ids = [1, 2, 3, 4];
      const nowMs = NOON_MS;
      await Promise.all([
        one.change({ issueIds: ids, change: { kind: 'resolve' }, byUserId: ANN, nowMs }),
        other.change({
          issueIds: ids.toReversed(),
          change: { kind: 'muteForever' },
          byUserId: BOB,
          nowMs,
        }),
      ]);
      for (const id of ids) {
        const [first, second, ...others] = await historyOf(id);
        expect(others).toEqual([]);
        expect(new Set([first?.byUserId, second?.byUserId])).toEqual(new Set([ANN, BOB]));
        if (first?.what !== 'state' || second?.what !== 'state') throw new Error('No states.');
        expect(second.from).toEqual(first.to);
        expect(await stateOf(id)).toEqual(second.to);
      }
    });

    it('changes an issue once when several people make the same change at once', async () => {
      const { stores, openAgain, historyOf } = await openIssues(3);
      const people = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
      const outcomes = await Promise.all(
        people.map(({ triage }, index) =>
          triage.change({
            issueIds: index % 2 === 0 ? [1, 2, 3] : [3, 2, 1],
            change: { kind: 'resolve' },
            byUserId: index,
            nowMs: NOON_MS,
          }),
        ),
      );
      const changed = outcomes.flat().filter((each) => each.outcome === 'changed');
      expect(changed.map(({ issueId }) => issueId).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
      for (const id of [1, 2, 3]) expect(await historyOf(id)).toHaveLength(1);
    });

    it('agrees with simultaneous events on states and history', async () => {
      const { openAgain, triage, record, stateOf, historyOf } = await openIssues(5);
      const ids = [1, 2, 3, 4, 5];
      const relay = openAgain().stores.triage;
      for (let round = 0; round < 8; round += 1) {
        const nowMs = NOON_MS + round * 10;
        await Promise.all([
          triage.change({ issueIds: ids, change: { kind: 'resolve' }, byUserId: ANN, nowMs }),
          record(...ids.map((id) => eventOf(id, round * 10 + 5))),
          relay.change({
            issueIds: ids.toReversed(),
            change: { kind: 'muteUntilEvents', count: 1 + round },
            byUserId: BOB,
            nowMs,
          }),
        ]);
      }
      for (const id of ids) {
        const history = await historyOf(id);
        const states = history.flatMap((entry) => (entry.what === 'state' ? [entry] : []));
        for (const [index, { from }] of states.slice(1).entries()) {
          expect(from).toEqual(states[index]?.to);
        }
        expect(await stateOf(id)).toEqual(states.at(-1)?.to);
      }
    });
  });

  describe('assign', () => {
    it('assigns issues to a user and to nobody, and records the former assignee', async () => {
      const { triage, issues, historyOf } = await openIssues(2);
      const by = { byUserId: ANN, nowMs: NOON_MS };
      await triage.assign({ issueIds: [1], assigneeId: BOB, ...by });
      expect(await triage.assign({ issueIds: [2, 1, 99], assigneeId: BOB, ...by })).toEqual([
        { issueId: 2, outcome: 'changed', historyId: expect.any(Number) },
        { outcome: 'unchanged' },
        { outcome: 'refused', code: 'issue.unknown' },
      ]);
      expect(await issues.find(1)).toMatchObject({ assigneeId: BOB });
      await triage.assign({ issueIds: [1], ...by });
      expect((await issues.find(1))?.assigneeId).toBeUndefined();
      const entry = { id: expect.any(Number), atMs: NOON_MS, byUserId: ANN, what: 'assignee' };
      expect(await historyOf(1)).toEqual([
        { ...entry, to: BOB },
        { ...entry, from: BOB },
      ]);
    });

    it('throws for more than 100 issues', async () => {
      const { triage } = await openIssues(1);
      const issueIds = Array.from({ length: 101 }, (_, index) => index + 1);
      const asked = { issueIds, assigneeId: BOB, byUserId: ANN, nowMs: NOON_MS };
      await expect(triage.assign(asked)).rejects.toThrow(RangeError);
    });
  });

  describe('undo', () => {
    const undone = { user: BOB, nowMs: NOON_MS + 9 };
    const by = { byUserId: undone.user, nowMs: undone.nowMs };

    it('restores the former state exactly, and can itself be undone', async () => {
      const { change, triage, stateOf, historyOf } = await openIssues(2);
      await change([1], { kind: 'muteUntilEvents', count: 5 });
      const muted = await stateOf(1);
      await change([1, 2], { kind: 'resolve' }, { user: ANN, nowMs: NOON_MS + 5 });
      const resolved = await stateOf(1);
      const historyId = (await historyOf(1)).at(-1)?.id ?? 0;
      const [outcome] = await triage.undo({ historyIds: [historyId], ...by });
      expect(outcome).toMatchObject({ outcome: 'changed', issueId: 1 });
      expect(await stateOf(1)).toEqual(muted);
      expect(await stateOf(2)).toMatchObject({ status: 'resolved' });
      const last = (await historyOf(1)).at(-1);
      expect(last).toEqual({
        id: outcome?.outcome === 'changed' ? outcome.historyId : NaN,
        atMs: NOON_MS + 9,
        byUserId: BOB,
        undoes: historyId,
        what: 'state',
        from: resolved,
        to: muted,
      });
      await triage.undo({ historyIds: [last?.id ?? 0], ...by });
      expect(await stateOf(1)).toEqual(resolved);
    });

    it('undoes changes of many issues, and assignments as well', async () => {
      const { change, triage, issues, stateOf } = await openIssues(3);
      const resolved = await change([1, 2, 3], { kind: 'resolve' });
      await triage.assign({ issueIds: [3], assigneeId: 5, ...by });
      const assigned = await triage.assign({ issueIds: [1, 3], assigneeId: BOB, ...by });
      const historyIds = [...resolved, ...assigned].map((each) =>
        each.outcome === 'changed' ? each.historyId : 0,
      );
      const outcomes = await triage.undo({ historyIds, ...by });
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(historyIds.map(() => 'changed'));
      for (const id of [1, 2, 3]) expect(await stateOf(id)).toMatchObject({ kind: 'new' });
      expect((await issues.find(1))?.assigneeId).toBeUndefined();
      expect(await issues.find(3)).toMatchObject({ assigneeId: 5 });
    });

    it('refuses when the state was changed since, but not when only the assignee was', async () => {
      const { change, triage, stateOf, historyOf, record } = await openIssues(2);
      await change([1, 2], { kind: 'resolve' });
      const [first] = await historyOf(1);
      const [second] = await historyOf(2);
      await record(eventOf(1, 5));
      await triage.assign({ issueIds: [2], assigneeId: BOB, ...by });
      await triage.comment({ issueId: 2, body: 'Hm.', ...by });
      const historyIds = [first?.id ?? 0, second?.id ?? 0];
      expect(await triage.undo({ historyIds, ...by })).toMatchObject([
        { outcome: 'refused', code: 'issue.changed_since' },
        { outcome: 'changed' },
      ]);
      expect(await stateOf(1)).toMatchObject({ kind: 'regressed' });
      expect(await triage.undo({ historyIds: [second?.id ?? 0], ...by })).toMatchObject([
        { outcome: 'refused', code: 'issue.changed_since' },
      ]);
    });

    it('refuses changes without a person, and comments, and finds no unknown entries', async () => {
      const { change, triage, historyOf, record } = await openIssues(1);
      await change([1], { kind: 'resolve' });
      await record(eventOf(1, 5));
      await triage.comment({ issueId: 1, body: 'Hm.', ...by });
      const [, regression, comment] = await historyOf(1);
      const historyIds = [regression?.id ?? 0, comment?.id ?? 0, 999];
      expect(await triage.undo({ historyIds, ...by })).toEqual([
        { outcome: 'refused', code: 'issue.not_undoable' },
        { outcome: 'refused', code: 'issue.not_undoable' },
        { outcome: 'refused', code: 'issue.unknown' },
      ]);
    });

    it('undoes a change once when two people ask at once', async () => {
      const { change, openAgain, triage, stateOf, historyOf } = await openIssues(1);
      const [changed] = await change([1], { kind: 'resolve' });
      const historyIds = [changed?.outcome === 'changed' ? changed.historyId : 0];
      const people = [triage, openAgain().stores.triage];
      const outcomes = await Promise.all(people.map((each) => each.undo({ historyIds, ...by })));
      expect(
        outcomes
          .flat()
          .map(({ outcome }) => outcome)
          .toSorted(),
      ).toEqual(['changed', 'refused']);
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
      expect(await historyOf(1)).toHaveLength(2);
    });
  });
});
