import { expect, it } from '@jest/globals';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(32)) as [string, string, string];

onEachDatabase('TracedIssueStore', ({ openFresh }) => {
  it('names the issue of the newest event of each trace, in the given projects alone', async () => {
    const { stores } = await openFresh('web', 'api');
    const events = [
      { traceId: A, projectId: 1, groupedBy: 'first' },
      { traceId: A, projectId: 1, groupedBy: 'second' },
      { traceId: B, projectId: 2, groupedBy: 'third' },
    ];
    for (const [index, { groupedBy, ...event }] of events.entries()) {
      const created = createGroupedEvent({
        groupedBy,
        event: { ...event, eventId: `${index}`.repeat(32), occurredAtMs: NOON_MS + index },
      });
      await stores.reports.record([createReport(index + 1, [created])]);
    }
    const list = async (projectIds: readonly number[]) =>
      Object.fromEntries(await stores.tracedIssues.list([A, B, C], projectIds));
    const ofWeb = { [A]: { id: 2, eventId: '1'.repeat(32), projectSlug: 'web', number: 2 } };
    expect(await list([1])).toEqual(ofWeb);
    expect(await list([1, 2])).toEqual({
      ...ofWeb,
      [B]: { id: 3, eventId: '2'.repeat(32), projectSlug: 'api', number: 1 },
    });
    expect(await list([])).toEqual({});
    await stores.deletions.delete(2);
    expect(await list([1])).toEqual({
      [A]: { id: 1, eventId: '0'.repeat(32), projectSlug: 'web', number: 1 },
    });
  });
});
