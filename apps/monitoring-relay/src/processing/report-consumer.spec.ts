import { describe, expect, it } from '@jest/globals';
import { ReportConsumer } from './report-consumer.ts';

describe('ReportConsumer', () => {
  it('starts processing, and has a job that looks for orphaned spools', async () => {
    const calls: string[] = [];
    const consumer = new ReportConsumer(
      {
        onOver: (listener) => listener({ isHanging: false }),
        start: () => void calls.push('start'),
        stop: async () => void calls.push('stop'),
      },
      { run: async ({ aborted }) => void calls.push(aborted ? 'aborted' : 'look') },
    );
    consumer.start();
    consumer.onOver(() => void calls.push('over'));
    const [job, ...others] = consumer.jobs;
    expect(others).toEqual([]);
    expect(job).toMatchObject({ name: 'left-spools', everyMs: 10_000 });
    await job!.run(new AbortController().signal);
    await consumer.stop();
    expect(calls).toEqual(['start', 'over', 'look', 'stop']);
  });
});
