import { expect, it } from '@jest/globals';
import { sql } from 'kysely';
import {
  addPeople,
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  type FreshDatabase,
  MINUTE_MS,
} from '../../../testing/index.ts';
import { createNewInvitation } from '../../../testing/people.ts';
import { expectConsistent } from '../../../testing/consistency.ts';
import { filterSettings } from '../../../recording/filters/store/filter-settings.ts';
import type { ProcessedReport } from '../../../recording/reports/store/report.ts';

const ASKED_MS = Date.UTC(2026, 0, 5, 12);
const by = { byUserId: 1, nowMs: ASKED_MS };
const SEEDS = [
  { slug: 'app', id: 1 },
  { slug: 'web', id: 2 },
];

function createFull(projectId: number, reportId: number): ProcessedReport {
  const events = Array.from({ length: 130 }, (_, index) =>
    createGroupedEvent({
      event: {
        projectId,
        receivedAtMs: ASKED_MS + index,
        release: '1.0',
        tags: new Map([['seat', `${index}`]]),
      },
      groupedBy: `bug ${index % 25}`,
      userHash: `user ${index}`,
    }),
  );
  const [{ event }] = events as [(typeof events)[0]];
  return createReport(reportId, events, {
    projectId,
    attachments: [
      createAttachment('of the event', { projectId, eventId: event.eventId }),
      createAttachment('of none', { projectId, item: 2 }),
    ],
    checkIns: [
      {
        projectId,
        receivedAtMs: ASKED_MS,
        slug: 'nightly',
        status: 'error',
        newId: 'f'.repeat(32),
        environment: 'production',
      },
    ],
    feedback: [
      createFeedback({ projectId, eventId: event.eventId }),
      createFeedback({ projectId, id: 'e'.repeat(32) }),
    ],
    discards: [
      [
        {
          projectId,
          publicKey: 'abc',
          reason: 'sample_rate',
          kind: 'error',
          atMs: ASKED_MS,
          quantity: 3,
        },
      ],
    ],
  });
}

async function fill(fresh: FreshDatabase): Promise<FreshDatabase> {
  const { stores } = fresh;
  const [, ann] = await addPeople(stores, ['owner', 'ann']);
  for (const projectId of [1, 2]) {
    await stores.reports.record([createFull(projectId, projectId)]);
    await stores.tags.fold();
    await stores.monitors.judgeNext({ nowMs: ASKED_MS, untilMs: ASKED_MS, awakeSinceMs: 0 });
    await stores.memberships.set({ userId: ann!.id, projectId, role: 'admin', nowMs: ASKED_MS });
    await stores.settings.patch(filterSettings, {
      projectId,
      patch: { noise: false },
      nowMs: ASKED_MS,
    });
    const failed = { origin: 'spool', publicKey: 'abc', receivedAtMs: ASKED_MS, reason: 'odd' };
    await stores.failedReports.put([{ ...failed, reportId: projectId, projectId, outcomes: [] }]);
  }
  return fresh;
}

/** Counts the project's rows by table, without the audit log and the row about the deletion. */
async function countRows({ db }: FreshDatabase, projectId: number) {
  const tables = await db.introspection.getTables();
  const counts: Record<string, number> = {};
  for (const { name, columns } of tables) {
    if (!columns.some((column) => column.name === 'project_id')) continue;
    if (name === 'audit_log' || name === 'project_deletions') continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(name)} where project_id = ${projectId}`.execute(db);
    const { count } = rows[0]!;
    if (count > 0) counts[name] = count;
  }
  return counts;
}

async function sweepAll({ stores }: Pick<FreshDatabase, 'stores'>, nowMs: number): Promise<number> {
  let steps = 0;
  while (await stores.projectDeletions.sweep(nowMs)) steps += 1;
  return steps;
}

onEachDatabase('ProjectDeletionStore', ({ openFresh }) => {
  it('hides a deleted project at once, and stops its keys', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const { stores } = fresh;
    expect(await stores.projectDeletions.delete(1, by)).toBe(true);
    expect(await stores.projectDeletions.delete(1, by)).toBe(false);
    expect(await stores.projects.list()).toMatchObject([{ id: 2 }]);
    expect((await stores.projects.listKeys()).map(({ projectId }) => projectId)).toEqual([2]);
    expect(await stores.projectSettings.find('app')).toBeUndefined();
    expect(await stores.projectSettings.addKey(1, by)).toBeUndefined();
    const listed = await stores.issues.list({ limit: 100 });
    expect(new Set(listed.map(({ projectId }) => projectId))).toEqual(new Set([2]));
    expect(await stores.memberships.findRole(2, 1)).toBeUndefined();
    expect(await stores.audit.list({ what: 'project.deleted', limit: 10 })).toMatchObject([
      { byUserId: 1, projectId: 1, target: 'app', from: 'app' },
    ]);
  });

  it('removes all rows of a deleted project, in steps, and none of another project', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const before = await countRows(fresh, 2);
    expect(Object.keys(before).length).toBeGreaterThan(12);
    await fresh.stores.projectDeletions.delete(1, by);
    expect(await sweepAll(fresh, ASKED_MS + MINUTE_MS - 1)).toBeGreaterThan(25);
    // A relay may still record reports that arrived before the deletion. These rows therefore
    // stay for a minute.
    expect(await countRows(fresh, 1)).toEqual({
      alert_rules: 1,
      counted_names: 1,
      monitor_changes: 1,
      monitor_environments: 1,
      monitors: 1,
      name_hours: 1,
      project_changes: 1,
      project_settings: 2,
      releases: 1,
      storage_days: 1,
    });
    expect(await sweepAll(fresh, ASKED_MS + MINUTE_MS)).toBe(1);
    expect(await countRows(fresh, 1)).toEqual({});
    expect(await countRows(fresh, 2)).toEqual(before);
    await expectConsistent(fresh.db);
    const { rows } = await sql`select * from attachment_chunks`.execute(fresh.db);
    expect(rows).toHaveLength(2);
  });

  it('continues the deletion that another relay, or a killed one, began', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    await fresh.stores.projectDeletions.delete(1, by);
    const other = fresh.openAgain();
    const nowMs = ASKED_MS + MINUTE_MS;
    for (let step = 0; step < 5; step += 1) await fresh.stores.projectDeletions.sweep(nowMs);
    await Promise.all([sweepAll(fresh, nowMs), sweepAll(other, nowMs)]);
    await sweepAll(fresh, nowMs);
    expect(await countRows(fresh, 1)).toEqual({});
  });

  it('refuses items that arrive after the deletion, and counts each as refused', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const { stores, db } = fresh;
    await stores.projectDeletions.delete(1, by);
    const spans = { spans: 4, segments: [], operations: [], kind: 'span', taken: 3 } as const;
    const item = { projectId: 1, receivedAtMs: ASKED_MS, item: 0, content: 'c', dropped: [] };
    const end = { projectId: 1, publicKey: 'abc', atMs: ASKED_MS } as const;
    const outcomesIfDeleted = (['attachment', 'span'] as const).map((kind) => {
      return { ...end, kind, quantity: 3, outcome: 'filtered', reason: 'no_project' } as const;
    });
    const late = { ...createFull(1, 10), spans: [{ ...item, ...spans }], outcomesIfDeleted };
    for (const nowMs of [ASKED_MS, ASKED_MS + MINUTE_MS]) {
      await sweepAll(fresh, nowMs);
      const report = { ...late, reportId: nowMs };
      const mixed = createReport(nowMs + 1, [createGroupedEvent({ event: { projectId: 2 } })]);
      const { stored } = await stores.reports.record([report, mixed]);
      expect(stored).toBe(1);
      const ended = await db
        .selectFrom('outcome_hours')
        .select(({ fn }) => ['kind', fn.sum<number | string>('quantity').as('quantity')])
        .where('reason', '=', 'no_project')
        .groupBy('kind')
        .orderBy('kind')
        .execute();
      expect(ended.map(({ kind, quantity }) => [kind, Number(quantity)])).toEqual([
        ['attachment', 3],
        ['span', 3],
      ]);
    }
  });

  it('frees the slug for people but not for the configuration, and never reuses the id', async () => {
    const fresh = await fill(await openFresh('app', 'web'));
    const { stores } = fresh;
    await stores.projectDeletions.delete(2, by);
    await stores.projects.ensure(SEEDS);
    await sweepAll(fresh, ASKED_MS + MINUTE_MS);
    await stores.projects.ensure([...SEEDS, { slug: 'third' }]);
    expect(await stores.projects.list()).toMatchObject([{ slug: 'app' }, { id: 3, slug: 'third' }]);
    const again = await stores.projectSettings.create({ slug: 'web', name: 'Web' }, by);
    expect(again?.id).toBe(4);
    await stores.projects.ensure(SEEDS.slice(0, 1));
  });

  it('withdraws invitations into the deleted project alone', async () => {
    const { stores } = await fill(await openFresh('app', 'web'));
    const invite = (tokenHash: string, projectIds: readonly number[]) =>
      stores.invitations.create(
        createNewInvitation(tokenHash, { grant: { kind: 'member', role: 'viewer', projectIds } }),
      );
    await invite('into it', [1]);
    await invite('into both', [1, 2]);
    await stores.projectDeletions.delete(1, by);
    expect(await stores.invitations.find('into it')).toBeUndefined();
    expect(await stores.invitations.find('into both')).toMatchObject({
      grant: { projectIds: [2] },
    });
  });
});
