import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { untilAnybodyWaits } from '#persistence/testing';
import { createStores } from '../../../create-stores.ts';
import {
  addPeople,
  createFeedback,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import { eventAt, eventOf, openTriage, openTriagedIssues } from '../../../testing/triage.ts';
import { toSearch } from '../../../testing/to-search.ts';
import { raiseProjects } from './raise-projects.ts';

const OWNER = 1;
const BY = { byUserId: OWNER, nowMs: NOON_MS };

onEachDatabase('ProjectChangeStore', ({ kind, openFresh }) => {
  async function open() {
    const opened = await openTriagedIssues(openFresh, 3);
    const { stores } = opened;
    await addPeople(stores, ['owner']);
    const countRaises = async (act: () => Promise<unknown>): Promise<number[]> => {
      const before = await stores.projectChanges.readVersions();
      await act();
      const after = await stores.projectChanges.readVersions();
      return [1, 2].map((id) => (after.get(id) ?? 0) - (before.get(id) ?? 0));
    };
    return { ...opened, countRaises };
  }

  it('gives each project a version from its beginning on', async () => {
    const { stores } = await openFresh();
    await stores.projects.ensure([{ slug: 'app', id: 7 }]);
    expect([...(await stores.projectChanges.readVersions())]).toEqual([[7, 1]]);
  });

  it('raises the version once for a batch of events, in each of its projects', async () => {
    const { countRaises, record } = await open();
    const ofWeb = eventAt(1, { event: { projectId: 2, eventId: 'e'.repeat(32) } });
    expect(await countRaises(() => record(eventOf(1, 1), eventOf(2, 2)))).toEqual([1, 0]);
    expect(await countRaises(() => record(eventOf(1, 3), ofWeb))).toEqual([1, 1]);
    expect(await countRaises(() => record(ofWeb))).toEqual([0, 0]);
  });

  it('raises the version once for several pieces of feedback', async () => {
    const { countRaises, stores } = await open();
    const feedback = [createFeedback(), createFeedback({ id: '1'.repeat(32) })];
    expect(
      await countRaises(() => stores.reports.record([createReport(90, [], { feedback })])),
    ).toEqual([1, 0]);
  });

  it('raises the version once for each action on issues of the project', async () => {
    const { countRaises, stores, change } = await open();
    const { triage, merges, deletions, bulks } = stores;
    const acts: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['a change', () => change([1, 2], { kind: 'resolve' })],
      ['an assignment', () => triage.assign({ issueIds: [1], assigneeId: OWNER, ...BY })],
      ['taking back', () => triage.undo({ historyIds: [1, 2], ...BY })],
      ['a comment', () => triage.comment({ issueId: 1, body: 'a', ...BY })],
      ['another text', () => triage.editComment({ commentId: 1, body: 'b', ...BY })],
      ['no comment', () => triage.deleteComment({ commentId: 1, ...BY })],
      ['a merge', () => merges.merge({ issueIds: [1, 2], intoId: 1, ...BY })],
      ['a deletion', () => deletions.delete(3)],
      [
        'a step of a bulk change',
        async () => {
          await bulks.ask({
            action: { kind: 'state', change: { kind: 'muteForever' } },
            query: 'is:unresolved',
            wanted: { search: toSearch('is:unresolved') },
            total: 1,
            ...BY,
          });
          await bulks.step(NOON_MS);
        },
      ],
      [
        'a step that takes it back',
        async () => {
          await bulks.undo(1, OWNER);
          await bulks.step(NOON_MS);
        },
      ],
    ];
    const raises: (readonly [string, readonly number[]])[] = [];
    for (const [name, act] of acts) raises.push([name, await countRaises(act)]);
    expect(raises).toEqual(acts.map(([name]) => [name, [1, 0]]));
  });

  it('raises no version when nothing changes', async () => {
    const { countRaises, stores, change } = await open();
    expect(await countRaises(() => change([1], { kind: 'reopen' }))).toEqual([0, 0]);
    expect(await countRaises(() => change([99], { kind: 'resolve' }))).toEqual([0, 0]);
    expect(await countRaises(() => stores.deletions.delete(99))).toEqual([0, 0]);
  });

  it('raises the version once the tags of recorded events can be searched', async () => {
    const { countRaises, record, stores } = await open();
    const { tags } = stores;
    const ofWeb = { projectId: 2, eventId: 'e'.repeat(32), tags: new Map([['plan', 'pro']]) };
    await record(eventAt(1, { event: ofWeb }));
    expect(await countRaises(() => tags.fold())).toEqual([0, 1]);
    expect(await countRaises(() => tags.fold())).toEqual([0, 0]);
    if (kind === 'postgres') return;
    // On SQLite the removal of a deleted issue counts tags as well.
    await record(eventAt(2, { event: { ...ofWeb, eventId: 'f'.repeat(32) } }));
    await stores.deletions.delete(1);
    const sweep = async () => {
      while (await stores.deletions.sweep(NOON_MS));
    };
    expect(await countRaises(sweep)).toEqual([0, 1]);
  });

  it('raises the version for check-ins of monitors, for their judging and muting', async () => {
    const { countRaises, stores } = await open();
    const nowMs = Date.now();
    const checkIn = {
      slug: 'nightly',
      status: 'ok' as const,
      environment: 'production',
      newId: '1'.repeat(32),
      projectId: 1,
      receivedAtMs: nowMs,
    };
    const report = createReport(900, [], { checkIns: [checkIn] });
    expect(await countRaises(() => stores.reports.record([report]))).toEqual([1, 0]);
    const judging = { nowMs, untilMs: nowMs, awakeSinceMs: 0 };
    expect(await countRaises(() => stores.monitors.judgeNext(judging))).toEqual([1, 0]);
    const [monitor] = await stores.monitors.list('all');
    const muted = { state: 'muted' as const, ...BY };
    expect(await countRaises(() => stores.monitors.setState(monitor!.id, muted))).toEqual([1, 0]);
  });

  it('raises the version for a changed trend', async () => {
    const { countRaises, record, stores } = await open();
    const { trends } = stores;
    await trends.write(NOON_MS, 0);
    const write = () => trends.write(NOON_MS, 0);
    expect(await countRaises(write)).toEqual([0, 0]);
    const ofWeb = { projectId: 2, eventId: 'e'.repeat(32) };
    await record(eventAt(1, { event: ofWeb }));
    expect(await countRaises(write)).toEqual([0, 1]);
  });

  it('raises the version for the deletion of the project', async () => {
    const { countRaises, stores } = await open();
    expect(await countRaises(() => stores.projectDeletions.delete(2, BY))).toEqual([0, 1]);
    expect(await countRaises(() => stores.projectDeletions.delete(2, BY))).toEqual([0, 0]);
  });

  it('lists the projects whose mutes have ended, though nothing was written', async () => {
    const { change, record, stores } = await open();
    await record(eventAt(1, { event: { projectId: 2, eventId: 'e'.repeat(32) } }));
    const [hour, later] = [NOON_MS + 3_600_000, NOON_MS + 7_200_000];
    await change([1, 2], { kind: 'muteForTime', untilMs: hour });
    await change([3, 4], { kind: 'muteForTime', untilMs: later });
    const { projectChanges } = stores;
    expect(await projectChanges.listUnmuted(NOON_MS, hour - 1)).toEqual([]);
    expect(await projectChanges.listUnmuted(hour - 1, hour)).toEqual([1]);
    expect(await projectChanges.listUnmuted(hour, later - 1)).toEqual([]);
    expect(new Set(await projectChanges.listUnmuted(0, later))).toEqual(new Set([1, 2]));
  });

  it('finds ended mutes by an index, without reading other issues', async () => {
    const { analyze, explain, record, triage } = await openTriage(openFresh);
    const ids = Array.from({ length: 1000 }, (_, index) => index + 1);
    await record(...ids.map((id) => eventOf(id, 1)));
    const muted = { issueIds: ids.slice(0, 100), ...BY };
    const untilMs = NOON_MS + 3_600_000;
    await triage.change({ ...muted, change: { kind: 'muteForTime', untilMs } });
    await analyze('issues');
    const plan = await explain((stores) => stores.projectChanges.listUnmuted(untilMs - 1, untilMs));
    expect(plan).toMatch(/issues_by_mute_end/);
    expect(plan).not.toMatch(/SCAN issues|Filter: .*mute_until/);
  });

  if (kind === 'postgres') {
    it('locks the version last when events are recorded', async () => {
      const { database, db, openAgain, record } = await open();
      let recording: Promise<unknown> = Promise.resolve();
      await openAgain()
        .db.transaction()
        .execute(async (transaction) => {
          await transaction.selectFrom('storage_days').select('bytes').forUpdate().execute();
          recording = record(eventOf(1, 5));
          await untilAnybodyWaits(db);
          // No other transaction holds the row, so this update does not wait.
          await sql`set local lock_timeout = '500ms'`.execute(transaction);
          await raiseProjects(transaction, [1]);
        });
      await recording;
      expect((await createStores(database).projectChanges.readVersions()).get(1)).toBe(4);
    });
  }

  it('loses no raise when several processes work on the same project', async () => {
    const { countRaises, change, openAgain } = await open();
    const others = [openAgain(), openAgain()].map(({ stores }) => stores.triage);
    const resolve = { kind: 'resolve' } as const;
    expect(
      await countRaises(() =>
        Promise.all([
          change([1], resolve),
          others[0]?.change({ issueIds: [2], change: resolve, ...BY }),
          others[1]?.change({ issueIds: [3], change: resolve, ...BY }),
        ]),
      ),
    ).toEqual([3, 0]);
  });
});
