import { expect, it } from '@jest/globals';
import { onEachDatabase, HOUR_MS, DAY_MS, NOON_MS } from '../../../../testing/index.ts';
import { mergeInto } from '../../../../testing/merge.ts';
import { eventOf, openTriage } from '../../../../testing/triage.ts';

onEachDatabase('TrendStore', ({ openFresh }) => {
  async function open() {
    const opened = await openTriage(openFresh);
    const { trends, issues } = opened.stores;
    const write = async (nowMs = NOON_MS): Promise<number> => {
      let steps = 0;
      let after: number | undefined = 0;
      while ((after = await trends.write(nowMs, after)) !== undefined) steps += 1;
      return steps;
    };
    const many = (count: number, issueId: number, afterNoonMs: number) =>
      Array.from({ length: count }, () => eventOf(issueId, afterNoonMs));
    const listed = async () => {
      const rows = await issues.list({ limit: 10, sort: 'trend', nowMs: NOON_MS });
      return rows.map(({ id, trend }) => [id, trend]);
    };
    return { ...opened, issues, write, many, listed };
  }

  it('puts issues with rising numbers of events first, and falling ones last', async () => {
    const { record, many, write, listed } = await open();
    await record(
      ...many(7, 1, -3 * DAY_MS),
      ...many(20, 2, -HOUR_MS),
      ...many(14, 3, -5 * DAY_MS),
      ...many(14, 3, -HOUR_MS),
      ...many(70, 4, -2 * DAY_MS),
      ...many(9, 5, -20 * DAY_MS),
    );
    await write();
    expect(await listed()).toEqual([
      [2, 500],
      [3, 271],
      [5, 100],
      [1, 83],
      [4, 33],
    ]);
  });

  it('accepts the edge of a page in another order, which is a time', async () => {
    const { record, many, write, issues } = await open();
    await record(...many(20, 1, -HOUR_MS));
    await write();
    const list = (edge: object) =>
      issues.list({ limit: 9, sort: 'trend', nowMs: NOON_MS, ...edge });
    expect(await list({ after: { value: NOON_MS, id: 1 } })).toEqual([]);
    expect(await list({ before: { value: NOON_MS, id: 1 } })).toHaveLength(1);
  });

  it('forgets a trend once its events are old, and writes no unchanged issue', async () => {
    const { record, many, write, listed } = await open();
    await record(...many(5, 1, -HOUR_MS), ...many(5, 2, -HOUR_MS));
    await write();
    expect(await listed()).toEqual([
      [2, 200],
      [1, 200],
    ]);
    await write(NOON_MS + 9 * DAY_MS);
    expect(await listed()).toEqual([
      [2, 100],
      [1, 100],
    ]);
    expect(await write(NOON_MS + 9 * DAY_MS)).toBe(0);
  });

  it('counts the events of merged issues, and continues after each step', async () => {
    const { stores, record, many, write, listed } = await open();
    await record(...many(5, 1, -HOUR_MS), ...many(5, 2, -HOUR_MS));
    await mergeInto(stores, { from: 1, into: 2 });
    await write();
    expect(await listed()).toEqual([[2, 300]]);
    const ids = Array.from({ length: 120 }, (_, index) => index + 1);
    await record(...ids.map((id) => eventOf(id, -HOUR_MS)));
    expect(await write()).toBe(2);
  });
});
