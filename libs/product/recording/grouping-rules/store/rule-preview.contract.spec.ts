import { expect, it } from '@jest/globals';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { toKeys } from '../../../testing/reports.ts';
import type { PreviewedEvent } from './rule-preview.store.ts';

async function drain<T>(steps: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const step of steps) all.push(step);
  return all;
}

onEachDatabase('RulePreviewStore', ({ openFresh }) => {
  async function openWith(count: number) {
    const fresh = await openFresh('app', 'web');
    const events = Array.from({ length: count }, (_, index) => {
      const eventId = `${index}`.padStart(32, '0');
      const event = { eventId, occurredAtMs: NOON_MS + index };
      const group = `g${index % 3}`;
      return { groupedBy: group, event, grouping: { value: group } };
    });
    const strange = { groupedBy: 'g0', event: { projectId: 2, eventId: 'f'.repeat(32) } };
    await fresh.record(...events, strange);
    return { ...fresh, previews: fresh.stores.rulePreviews };
  }

  const toNumber = ({ eventId }: PreviewedEvent) => Number(eventId);

  it('reads the latest whole events of a project, over all keys, a few at a time', async () => {
    const { db, previews } = await openWith(40);
    await db
      .updateTable('events')
      .set({ not_kept: 'storm' })
      .where('event_id', '=', '38'.padStart(32, '0'))
      .execute();
    const steps = await drain(previews.readLatest(1, 25));
    expect(steps.map(({ length }) => length)).toEqual([10, 10, 5]);
    const expected = [39, ...Array.from({ length: 24 }, (_, index) => 37 - index)];
    expect(steps.flat().map(toNumber)).toEqual(expected);
    expect(steps[0]![0]).toMatchObject({
      issue: { number: expect.any(Number) },
      payload: { json: expect.any(String) },
    });
    expect((await drain(previews.readLatest(1, 99))).flat()).toHaveLength(39);
    expect(await drain(previews.readLatest(3, 9))).toEqual([]);
  });

  it('finds the issues of grouping keys, even of merged issues and of new key versions', async () => {
    const { stores, previews } = await openWith(6);
    const issues = await stores.issues.list({ limit: 9, projectIds: [1] });
    const idOf = (value: string) => issues.find((each) => each.value === value)!.id;
    await mergeInto(stores, { from: idOf('g1'), into: idOf('g0') });
    const key = (words: string) => toKeys(words)[0]!.key;
    const groupedBy = ['g0 new', 'g0'];
    await stores.reports.record([createReport(2, [createGroupedEvent({ groupedBy })])]);
    const keys = [key('g0 new'), key('g0'), key('g1'), key('unknown')];
    const found = await previews.findIssues(1, keys);
    expect(keys.map((each) => found.get(each)?.id)).toEqual([
      idOf('g0'),
      idOf('g0'),
      idOf('g0'),
      undefined,
    ]);
    expect(await previews.findIssues(1, [])).toEqual(new Map());
  });
});
