import { expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { addPeople, createGroupedEvent, createReport } from '#product/testing';
import { createTestDatabase } from '#persistence/testing';
import { toDemoEvent } from './demo-events.ts';
import { handleIssues } from './demo-filler.ts';
import { readDemoProjects } from './demo-project.ts';

it('handleIssues leaves demo issues in every state, some of them assigned', async () => {
  const { config, remove } = await createTestDatabase('sqlite');
  const database = openDatabase(config);
  await database.migrate(['platform', 'product']);
  const stores = createStores(database);
  const [ann] = await addPeople(stores, ['ann']);
  const [project] = await readDemoProjects();
  await stores.projects.ensure([{ slug: project!.slug, id: 1 }]);
  const grouped = project!.kinds.map((kind) => {
    const { eventId } = toDemoEvent(project!, kind, 0);
    return createGroupedEvent({ groupedBy: eventId, event: { eventId, release: '2.8.0' } });
  });
  await stores.reports.record([createReport(1, grouped)]);

  const nowMs = Date.now();
  await handleIssues(stores, { ...project!, projectId: 1 }, { byUserId: ann!.id, nowMs });

  const issues = await stores.issues.list({ limit: 99, nowMs });
  const states = new Set(issues.map(({ state }) => `${state.status} ${state.kind}`));
  expect(states).toEqual(
    new Set([
      'unresolved new',
      'resolved now',
      'resolved nextRelease',
      'muted forever',
      'muted events',
    ]),
  );
  const assigned = issues.filter(({ assigneeId }) => assigneeId === ann!.id);
  expect(assigned).toHaveLength(project!.kinds.filter((kind) => kind.assigned).length);
  await database.close();
  await remove();
});
