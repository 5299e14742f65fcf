import { expect, it } from '@jest/globals';
import { Person } from '#events';
import { JobCalls } from '../../../testing/job-calls.ts';
import type { CreatePersonEraser } from '../index.ts';
import { erasedTraceJobs, erasureJobs } from './index.ts';

const ANN = { kind: 'email', value: 'ann@example.org' } as const;

it('the job "erasures" erases with the same Person rules that events are read by', async () => {
  const calls = new JobCalls();
  const step = (open: CreatePersonEraser, nowMs: number) =>
    calls.once(calls.at(nowMs, open(ANN) instanceof Person ? 'erase' : 'erase otherwise'));
  const jobs = erasureJobs({ erasures: { step }, ...calls.times });
  expect(await calls.of('erasures', jobs)).toEqual(['erase', 'erase']);
});

it('the erased-trace job clears the spool once per erasure, and retries a failed clearing', async () => {
  let erasedMs: number | undefined;
  const answers = [false, true, true];
  const erasures = { findLastErasedMs: async () => erasedMs };
  const [job] = erasedTraceJobs({ erasures, clearSpool: () => answers.shift()! });
  const run = () => job!.run(new AbortController().signal);
  await run();
  expect(answers).toHaveLength(3);
  erasedMs = 1;
  for (let runs = 0; runs < 4; runs += 1) await run();
  expect(answers).toHaveLength(1);
});
