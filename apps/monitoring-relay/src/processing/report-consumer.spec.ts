import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { NoPause } from '../../test/support/doubles.ts';
import { ReportConsumer } from './report-consumer.ts';

let calls: string[];
let pause: NoPause;
let consumer: ReportConsumer;
let look: () => Promise<void>;

beforeEach(() => {
  calls = [];
  look = async () => undefined;
  pause = new NoPause();
  consumer = new ReportConsumer(
    { start: () => void calls.push('start'), stop: async () => void calls.push('stop') },
    {
      run: () => {
        calls.push('look');
        return look();
      },
      stop: () => void calls.push('stop looking'),
    },
    pause,
  );
});

/** Until it has looked so often; then it is stopped. */
async function run(looks: number): Promise<void> {
  const enough = new Promise<void>((resolve) => {
    pause.meanwhile = () => {
      if (pause.waitsMs.length === looks) resolve();
    };
  });
  consumer.start();
  await enough;
  await consumer.stop();
}

describe('ReportConsumer', () => {
  it('processes what comes, and looks for what others left now and then', async () => {
    await run(2);
    expect(calls.slice(0, 3)).toEqual(['start', 'look', 'look']);
    expect(pause.waitsMs[0]).toBe(10_000);
  });

  it('looks again after a look that failed', async () => {
    look = () => Promise.reject(new Error('the folder is gone'));
    await run(2);
    expect(calls.slice(0, 3)).toEqual(['start', 'look', 'look']);
  });

  it('ends with the look that is under way, which ends with processing', async () => {
    let end = (): void => undefined;
    look = () => new Promise<void>((resolve) => (end = resolve));
    consumer.start();
    let isStopped = false;
    const stopping = consumer.stop().then(() => (isStopped = true));
    await nextTurn();
    expect(calls).toEqual(['start', 'look', 'stop looking', 'stop']);
    expect(isStopped).toBe(false);
    end();
    await stopping;
  });
});
