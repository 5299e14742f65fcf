import { expect, it } from '@jest/globals';
import { processReport } from '../process-report.ts';
import { REHEARSED, rehearse } from './rehearse.ts';

it('is of a report that is processed whole', async () => {
  const { events, problems } = await processReport(REHEARSED);
  expect(problems).toEqual([]);
  expect(events).toMatchObject([
    { kind: 'error', grouping: { type: 'OrderError', value: 'No order 5f3a0c9e' } },
  ]);
  // As large as most are.
  expect(REHEARSED.body.length).toBeGreaterThan(10_000);
});

it('ends also when the database is away', async () => {
  let asked = 0;
  const ping = (): Promise<void> => {
    asked += 1;
    return Promise.reject(new Error('away'));
  };
  await rehearse({ ping });
  expect(asked).toBe(1);
});
