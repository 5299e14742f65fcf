import { expect, it } from '@jest/globals';
import { readTitle } from '#events';
import { createStores, openDatabase } from '#persistence';
import {
  addPeople,
  createGroupedEvent,
  createReport,
  createTestDatabase,
} from '#persistence/testing';
import { planEvents, planIssues } from '../events/demo-plan.ts';
import { demoProjects } from '../events/demo-projects.ts';
import { toEnvelope } from '../events/to-envelope.ts';
import { handleIssues } from './handle-issues.ts';

it('leaves issues of every state, some of somebody, and brings some resolved ones back', async () => {
  const { config, remove } = await createTestDatabase('sqlite');
  const database = openDatabase(config);
  await database.migrate(['platform', 'product']);
  const stores = createStores(database);
  const [ann] = await addPeople(stores, ['ann']);
  const byUserId = ann!.id;
  const project = demoProjects[2]!;
  await stores.projects.ensure([{ slug: project.slug, id: 1 }]);
  const nowMs = Date.now();
  const events = planEvents([project]);
  const grouped = planIssues(project).map((issue) => {
    const planned = events.find((event) => event.issue.function === issue.function)!;
    const sent = JSON.parse(toEnvelope(planned, nowMs, nowMs).split('\n')[2]!) as object;
    return createGroupedEvent({
      groupedBy: issue.function,
      grouping: readTitle(sent as Parameters<typeof readTitle>[0]),
      event: { occurredAtMs: nowMs - planned.ageMs, receivedAtMs: nowMs, release: planned.release },
    });
  });
  await stores.reports.record([createReport(1, grouped)]);

  const keys = new Map([[project.slug, { projectId: 1 }]]);
  const back = await handleIssues(stores, { keys, byUserId, nowMs });

  const issues = await stores.issues.list({ limit: 99, nowMs });
  const states = issues.map(({ state }) => `${state.status} ${state.kind}`);
  const count = (state: string) => states.filter((each) => each === state).length;
  expect([
    count('resolved now'),
    count('resolved nextRelease'),
    count('muted forever'),
    count('muted events'),
    count('unresolved new'),
  ]).toEqual([12, 6, 6, 6, 30]);
  expect(issues.filter(({ assigneeId }) => assigneeId === byUserId)).toHaveLength(12);
  expect(back.map(({ ageMs, release }) => [ageMs, release])).toEqual([
    [0, project.releases.at(-1)],
    [0, project.releases.at(-1)],
  ]);
  const resolved = issues.filter(({ state }) => state.status === 'resolved');
  for (const { issue } of back) {
    expect(resolved.some(({ place }) => place.includes(issue.function))).toBe(true);
  }
  await database.close();
  await remove();
});
