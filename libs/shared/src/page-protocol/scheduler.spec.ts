import { describe, expect, it } from '@jest/globals';
import { SystemScheduler } from './scheduler.ts';

const scheduler = new SystemScheduler();

async function runTasks(schedule: (run: (name: string) => () => void) => void): Promise<string[]> {
  const names: string[] = [];
  schedule((name) => () => void names.push(name));
  await new Promise<void>((resolve) => void scheduler.runAfter(5, resolve));
  return names;
}

describe('SystemScheduler', () => {
  it('runs a task after its delay, and not before the call has returned', async () => {
    const names = await runTasks((run) => {
      scheduler.runAfter(1, run('later'));
      scheduler.runAfter(0, run('first'));
      run('now')();
    });
    expect(names[0]).toBe('now');
    expect(names.slice(1).toSorted()).toEqual(['first', 'later']);
  });

  it('runs no task that was cancelled', async () => {
    expect(await runTasks((run) => scheduler.runAfter(0, run('cancelled'))())).toEqual([]);
  });

  it('lets a task be cancelled that has already run', async () => {
    let cancel = (): void => {};
    await new Promise<void>((resolve) => (cancel = scheduler.runAfter(0, resolve)));
    expect(cancel).not.toThrow();
  });

  it.each([2 ** 31, Number.POSITIVE_INFINITY, Number.NaN])('refuses a delay of %d', (delayMs) => {
    expect(() => scheduler.runAfter(delayMs, () => {})).toThrow(RangeError);
  });
});
