import { expect, it, jest } from '@jest/globals';
import { encodeEvent } from '#persistence';
import { processReport } from '../process-report.ts';
import { REHEARSED, rehearse } from './rehearse.ts';

it('is of a report that is processed whole', async () => {
  const { events, problems } = await processReport(REHEARSED);
  expect(problems).toEqual([]);
  expect(events).toMatchObject([
    { kind: 'error', grouping: { type: 'OrderError', value: 'No order 5f3a0c9e' } },
  ]);
});

const AWAY = new Error('away');

it.each([
  ['ends also when the database is away', false, 1],
  ['asks for nothing once it is stopped', true, 0],
])('%s', async (_, isStopped, times) => {
  const ping = jest.fn(() => Promise.reject(AWAY));
  const signal = isStopped ? AbortSignal.abort() : new AbortController().signal;
  await rehearse({ ping }, { signal, encode: encodeEvent });
  expect(ping).toHaveBeenCalledTimes(times);
});
