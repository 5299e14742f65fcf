import { expect, it } from '@jest/globals';
import type { IssueChange } from '#shared';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  MINUTE_MS,
} from '../../../testing/index.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { ANN, eventAt, openTriage } from '../../../testing/triage.ts';
import type { EventTraits } from '../../../testing/reports.ts';

onEachDatabase(
  'ReportStore, for resolved and muted issues',
  ({ openFresh, kind: databaseKind }) => {
    async function openChanged(change: IssueChange, first: EventTraits = eventAt(-1000)) {
      const opened = await openTriage(openFresh);
      await opened.record(first);
      expect(await opened.change([1], change)).toMatchObject([{ outcome: 'changed' }]);
      return opened;
    }

    const inRelease = (release: string, afterNoonMs = 1000) =>
      eventAt(afterNoonMs, { event: { release } });

    it('reopens a resolved issue as regressed, once, with an anonymous history entry', async () => {
      const { record, stateOf, historyOf } = await openChanged({ kind: 'resolve' });
      await record(eventAt(5000), eventAt(4000));
      await record(eventAt(6000));
      const regressed = { status: 'unresolved', kind: 'regressed', sinceMs: NOON_MS + 5000 };
      expect(await stateOf(1)).toEqual(regressed);
      const resolved = { status: 'resolved', kind: 'now', sinceMs: NOON_MS, byUserId: ANN };
      expect(await historyOf(1)).toEqual([
        {
          id: expect.any(Number),
          atMs: NOON_MS,
          byUserId: ANN,
          what: 'state',
          from: { status: 'unresolved', kind: 'new', sinceMs: NOON_MS - 1000 },
          to: resolved,
        },
        {
          id: expect.any(Number),
          atMs: NOON_MS + 5000,
          what: 'state',
          from: resolved,
          to: regressed,
        },
      ]);
    });

    it('returns which issues are new, regressed and unmuted', async () => {
      const { record, change } = await openChanged({ kind: 'resolve' });
      const none = new Set();
      expect(await record(eventAt(5000))).toMatchObject({
        events: [{ issueId: 1, keeping: 'whole' }],
        issues: { created: none, regressed: new Set([1]), unmuted: none },
      });
      const another = eventAt(6000, { groupedBy: 'another' });
      expect((await record(another)).issues).toEqual({
        created: new Set([2]),
        regressed: none,
        unmuted: none,
      });
      await change([2], { kind: 'muteUntilEvents', count: 1 });
      const facts = await record(eventAt(7000, { groupedBy: 'another' }));
      expect(facts.issues).toEqual({ created: none, regressed: none, unmuted: new Set([2]) });
    });

    it('reopens no issue for a report or an event that was recorded before', async () => {
      const { stores, change, stateOf, record } = await openTriage(openFresh);
      const event = eventAt(5000, { event: { eventId: 'a'.repeat(32) } });
      const report = createReport(77, [createGroupedEvent(event)]);
      await stores.reports.record([report]);
      await change([1], { kind: 'resolve' });
      await stores.reports.record([report]);
      await record(event);
      expect(await stateOf(1)).toMatchObject({ status: 'resolved' });
      await record(eventAt(5000));
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
    });

    it('reopens a resolved issue once when several processes record the same event', async () => {
      const { stores, openAgain, historyOf } = await openChanged({ kind: 'resolve' });
      const processes = [stores, ...Array.from({ length: 3 }, () => openAgain().stores)];
      const report = createReport(77, [createGroupedEvent(eventAt(1))]);
      await Promise.all(
        processes.map(({ reports }, index) =>
          reports.record([report, createReport(100 + index, [createGroupedEvent(eventAt(2))])]),
        ),
      );
      expect(await historyOf(1)).toMatchObject([
        { to: { status: 'resolved' } },
        { to: { status: 'unresolved', kind: 'regressed' } },
      ]);
    });

    it('reopens no other issue', async () => {
      const { record, change, stateOf } = await openTriage(openFresh);
      await record(eventAt(-2, { groupedBy: 'a' }));
      await record(eventAt(-1, { groupedBy: 'b' }));
      await change([1, 2], { kind: 'resolve' });
      await record(eventAt(1, { groupedBy: 'b' }), eventAt(1, { groupedBy: 'c' }));
      expect(await stateOf(1)).toMatchObject({ status: 'resolved' });
      expect(await stateOf(2)).toMatchObject({ kind: 'regressed' });
      expect(await stateOf(3)).toMatchObject({ kind: 'new' });
    });

    it('reopens many issues at once, each by its own state', async () => {
      const { record, change, stateOf } = await openTriage(openFresh);
      const groups = Array.from({ length: 30 }, (_, index) => `group ${index}`);
      await record(...groups.map((groupedBy) => eventAt(-1, { groupedBy })));
      const ids = groups.map((_, index) => index + 1);
      await change(ids.slice(0, 10), { kind: 'resolve' });
      await change(ids.slice(10, 20), { kind: 'muteUntilEvents', count: 1 });
      await change(ids.slice(20), { kind: 'muteForever' });
      await record(...groups.map((groupedBy, index) => eventAt(index + 1, { groupedBy })));
      const states = await Promise.all(ids.map((id) => stateOf(id)));
      const kinds = states.map((state) => state?.kind);
      const [regressed, unmuted, muted] = ['regressed', 'new', 'forever'].map((kind) =>
        Array.from({ length: 10 }, () => kind),
      );
      expect([kinds.slice(0, 10), kinds.slice(10, 20), kinds.slice(20)]).toEqual([
        regressed,
        unmuted,
        muted,
      ]);
    });

    it.each([
      ['an older line, whatever other packages have', 'web@2.9.5', 'resolved'],
      ['a newer one than its own, though a stranger made up 999', 'web@2.10.1', 'unresolved'],
      ['one that was deployed there', 'web@2.11.0', 'resolved'],
      ['one that was deployed elsewhere', 'web@2.12.0', 'unresolved'],
      ['one that was seen there', 'web@2.10.5', 'resolved'],
      ['one that was seen elsewhere', 'web@2.10.6', 'unresolved'],
      ['one that had sessions there', 'web@2.10.7', 'resolved'],
      ['one that had sessions elsewhere', 'web@2.10.8', 'unresolved'],
      ['one that was told and not deployed', 'web@2.13.0', 'unresolved'],
      ['an event without a release', undefined, 'resolved'],
    ])('judges the next release by what production had: %s', async (_, release, status) => {
      const { record, recordReport, change, stateOf, stores } = await openTriage(openFresh);
      const inEnvironment = (of: string, environment = 'production', groupedBy = 'other') =>
        record(eventAt(-5000, { groupedBy, event: { release: of, environment } }));
      await inEnvironment('web@2.10.0', 'production', 'mine');
      await inEnvironment('api@7.3.1');
      await inEnvironment('web@999.9.9');
      await inEnvironment('web@2.10.5');
      await inEnvironment('web@2.10.6', 'staging');
      for (const [of, environment] of [
        ['web@2.10.7', 'production'],
        ['web@2.10.8', 'staging'],
      ] as const) {
        const at = NOON_MS - 5000;
        const groups = [{ startedAtMs: at, begun: 1, errored: 0, crashed: 0, abnormal: 0 }];
        const item = { projectId: 1, receivedAtMs: at, release: of, environment, groups };
        await recordReport({ sessions: [item] });
      }
      await stores.reportedReleases.upsert('web@2.13.0', { projectIds: [1], atMs: NOON_MS - 5000 });
      for (const [version, environment] of [
        ['web@2.11.0', 'production'],
        ['web@2.12.0', 'staging'],
      ] as const) {
        await stores.reportedReleases.upsert(version, { projectIds: [1], atMs: NOON_MS - 5000 });
        await stores.reportedReleases.addDeploy(version, { environment, finishedAtMs: NOON_MS });
      }
      await change([1], { kind: 'resolveInNextRelease' });
      await record(
        eventAt(1000, { groupedBy: 'mine', event: { release, environment: 'production' } }),
      );
      expect(await stateOf(1)).toMatchObject({ status });
    });

    it('compares releases that are no versions by the time they were first seen', async () => {
      const { record, change, stateOf } = await openTriage(openFresh);
      await record({ ...inRelease('cafe', -9000), groupedBy: 'other' });
      await record(inRelease('beef', -8000));
      await change([2], { kind: 'resolveInRelease', release: 'beef' });
      await record(inRelease('cafe'));
      expect(await stateOf(2)).toMatchObject({ status: 'resolved' });
      await record(inRelease('f00d'));
      expect(await stateOf(2)).toMatchObject({ kind: 'regressed' });
    });

    it('dates a release by its earliest event, even one recorded late', async () => {
      const { record, stateOf } = await openChanged(
        { kind: 'resolveInNextRelease' },
        inRelease('beef', -8000),
      );
      const spooled = { occurredAtMs: NOON_MS - 9000, receivedAtMs: NOON_MS, release: 'cafe' };
      await record({ ...inRelease('cafe', -7000), groupedBy: 'other' });
      await record({ event: spooled, groupedBy: 'other' });
      await record(inRelease('cafe'));
      expect(await stateOf(1)).toMatchObject({ status: 'resolved' });
    });

    it('keeps the latest 10,000 releases of a project, before those that were only told', async () => {
      const { record, db } = await openTriage(openFresh);
      for (let from = 0; from < 10_000; from += 1000) {
        const rows = Array.from({ length: 1000 }, (_, index) => ({
          project_id: 1,
          release: `${from + index}`,
          package: '',
          first_seen_at: from + index,
          is_seen: 1,
        }));
        await db.insertInto('releases').values(rows).execute();
      }
      await db
        .insertInto('releases')
        .values([
          { project_id: 2, release: 'x', package: '', first_seen_at: 0, is_seen: 1 },
          { project_id: 1, release: 'told', package: '', first_seen_at: NOON_MS, is_seen: 0 },
        ])
        .execute();
      await record(inRelease('newest'), inRelease('0'));
      const known = await db.selectFrom('releases').select(['project_id', 'release']).execute();
      expect(known).toHaveLength(10_001);
      for (const release of ['newest', '1'])
        expect(known).toContainEqual({ project_id: 1, release });
      expect(known).toContainEqual({ project_id: 2, release: 'x' });
      for (const release of ['0', 'told'])
        expect(known).not.toContainEqual({ project_id: 1, release });
    });

    it('reads the sessions of the latest releases alone to find the base release', async () => {
      const { record, db, analyze, explain } = await openTriage(openFresh);
      const sketches = { users: Buffer.of(), crashed_users: Buffer.of(), errored: Buffer.of() };
      const days = Array.from({ length: 2000 }, (_, at) => ({
        project_id: 1,
        starts_at: at % 20,
        release_id: 100 + at,
        environment_id: 3,
        ...sketches,
      }));
      await db.insertInto('session_days').values(days).execute();
      await record(inRelease('1'), inRelease('2'));
      await analyze();
      const plan = await explain(({ triage }) => triage.findBaseRelease({ id: 1, projectId: 1 }));
      expect(plan).toMatch(/session_days_by_release/);
    });

    it('compares releases in their stored form', async () => {
      const { record, stateOf } = await openChanged({
        kind: 'resolveInRelease',
        release: 'nul \u0000',
      });
      await record(inRelease('other'));
      expect(await stateOf(1)).toMatchObject({ status: 'resolved' });
      await record(inRelease('nul \u0000'));
      expect(await stateOf(1)).toMatchObject({ kind: 'regressed' });
    });

    it('ends a mute with the last of a number of events, without duplicates', async () => {
      const { record, stateOf, historyOf } = await openChanged({
        kind: 'muteUntilEvents',
        count: 3,
      });
      const again = eventAt(1, { event: { eventId: 'a'.repeat(32) } });
      await record(again, again);
      await record(again, eventAt(2));
      expect(await stateOf(1)).toMatchObject({ status: 'muted', count: 3, baseline: 1 });
      await record(eventAt(3));
      expect(await stateOf(1)).toEqual({ status: 'unresolved', kind: 'new', sinceMs: NOON_MS + 3 });
      expect(await historyOf(1)).toHaveLength(2);
    });

    it('ends a mute with the last of a number of new users', async () => {
      const { record, stateOf } = await openChanged(
        { kind: 'muteUntilUsers', count: 2 },
        eventAt(-1, { userHash: 'ann' }),
      );
      await record(eventAt(1, { userHash: 'ann' }), eventAt(2, { userHash: 'bob' }), eventAt(3));
      expect(await stateOf(1)).toMatchObject({ status: 'muted', baseline: 1 });
      await record(eventAt(4, { userHash: 'cem' }));
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
    });

    it('counts the events and users of all keys of a muted issue', async () => {
      const { record, change, stateOf, stores } = await openTriage(openFresh);
      await record(eventAt(-2, { groupedBy: 'a', userHash: 'ann' }));
      await record(eventAt(-1, { groupedBy: 'b', userHash: 'bob' }));
      await mergeInto(stores, { from: 2, into: 1 });
      await change([1], { kind: 'muteUntilEvents', count: 2 });
      expect(await stateOf(1)).toMatchObject({ baseline: 2 });
      await record(eventAt(1, { groupedBy: 'a' }));
      expect(await stateOf(1)).toMatchObject({ status: 'muted' });
      await record(eventAt(2, { groupedBy: 'b' }));
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
      await change([1], { kind: 'muteUntilUsers', count: 2 });
      expect(await stateOf(1)).toMatchObject({ baseline: 2 });
      await record(eventAt(3, { groupedBy: 'a', userHash: 'cem' }));
      expect(await stateOf(1)).toMatchObject({ status: 'muted' });
      await record(eventAt(4, { groupedBy: 'b', userHash: 'dan' }));
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
    });

    it('ends a mute with the last of a number of events within an hour, without duplicates', async () => {
      const { record, change, stateOf, stores } = await openChanged({
        kind: 'muteUntilEvents',
        count: 3,
        windowMinutes: 60,
      });
      const atMinute = (minute: number) => eventAt(minute * MINUTE_MS);
      await record(eventAt(-1), eventAt(0), atMinute(1), atMinute(2));
      const again = createReport(99, [createGroupedEvent(atMinute(62))]);
      await stores.reports.record([again]);
      await stores.reports.record([again]);
      await record(atMinute(63));
      const muted = await stateOf(1);
      expect(muted).toMatchObject({ status: 'muted', count: 3, windowMinutes: 60 });
      const [resolved] = await change([1], { kind: 'resolve' });
      const { historyId } = resolved as { historyId: number };
      await stores.triage.undo({ historyIds: [historyId], byUserId: ANN, nowMs: NOON_MS });
      expect(await stateOf(1)).toEqual(muted);
      await record(atMinute(121));
      expect(await stateOf(1)).toMatchObject({
        status: 'unresolved',
        sinceMs: NOON_MS + 121 * MINUTE_MS,
      });
    });

    it('ends a mute with the last of a number of users within a day', async () => {
      const change = { kind: 'muteUntilUsers', count: 2, windowMinutes: 1440 } as const;
      const { record, stateOf } = await openChanged(change, eventAt(-1, { userHash: 'ann' }));
      const atHour = (hour: number, userHash: string) =>
        eventAt(hour * 60 * MINUTE_MS, { userHash });
      await record(atHour(1, 'ann'), atHour(2, 'ann'), eventAt(3));
      await record(atHour(26.5, 'bob'));
      expect(await stateOf(1)).toMatchObject({ status: 'muted', count: 2, windowMinutes: 1440 });
      await record(atHour(30, 'ann'));
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
    });

    it('counts within a window while keys of the issue move', async () => {
      const { record, change, stateOf, stores } = await openTriage(openFresh);
      await record(eventAt(-2, { groupedBy: 'a' }));
      await record(eventAt(-1, { groupedBy: 'b' }));
      await change([1], { kind: 'muteUntilEvents', count: 2, windowMinutes: 10_080 });
      await record(eventAt(1, { groupedBy: 'b' }), eventAt(2, { groupedBy: 'b' }));
      await mergeInto(stores, { from: 2, into: 1 });
      await record(eventAt(3, { groupedBy: 'a' }));
      expect(await stateOf(1)).toMatchObject({ status: 'muted' });
      await record(eventAt(4, { groupedBy: 'b' }));
      expect(await stateOf(1)).toMatchObject({ status: 'unresolved' });
    });

    it('writes the end of a mute into the history with the first event after it', async () => {
      const untilMs = NOON_MS + 5000;
      const { record, historyOf } = await openChanged({ kind: 'muteForTime', untilMs });
      await record(eventAt(4999));
      expect(await historyOf(1)).toHaveLength(1);
      await record(eventAt(6000));
      expect(await historyOf(1)).toMatchObject([
        { to: { status: 'muted', untilMs } },
        { atMs: NOON_MS + 6000, to: { status: 'unresolved', kind: 'new', sinceMs: untilMs } },
      ]);
    });

    it('takes no statement for unchanged issues, and as many for three reopened issues as one', async () => {
      const { stores, database, db, change } = await openTriage(openFresh);
      await db.updateTable('projects').set({ created_at: NOON_MS }).execute();
      const counted = countStatements(database);
      let reportId = 0;
      const toReport = (atMs: number) => {
        reportId += 1;
        const events = ['a', 'b', 'c'].map((groupedBy) => eventAt(atMs, { groupedBy }));
        return createReport(reportId, events.map(createGroupedEvent));
      };
      const count = (atMs: number) =>
        counted.during(() => counted.stores.reports.record([toReport(atMs)]));
      await stores.reports.record([toReport(-2)]);
      const usual = await count(-1);
      await change([1, 2, 3], { kind: 'resolve' });
      expect(await count(-1)).toBe(usual);
      // Reopening writes states, history, the release and firings. Before it writes firings, it reads the latest
      // firings and counts the firings of the project's first hour. PostgreSQL also locks the rule
      // for this count.
      const reopening = databaseKind === 'postgres' ? 7 : 6;
      expect(await count(1)).toBe(usual + reopening);
      expect(await count(2)).toBe(usual);
      await change([1], { kind: 'resolve' });
      expect(await count(3)).toBe(usual + reopening);
    });

    it('takes four statements for a known release, and one more for issues resolved by release', async () => {
      const { database, change, stores } = await openTriage(openFresh);
      const counted = countStatements(database);
      let reportId = 0;
      const count = (event: EventTraits) => {
        reportId += 1;
        const report = createReport(reportId, [createGroupedEvent(event)]);
        return counted.during(() => counted.stores.reports.record([report]));
      };
      await stores.reports.record([createReport(99, [createGroupedEvent(inRelease('a', -5))])]);
      const usual = await count(eventAt(-4));
      expect(await count(inRelease('a', -3))).toBe(usual + 4);
      await change([1], { kind: 'resolveInNextRelease' });
      expect(await count(inRelease('a', 1))).toBe(usual + 5);
    });
  },
);
