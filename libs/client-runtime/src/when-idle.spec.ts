import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { whenIdle } from './when-idle.ts';

describe('whenIdle', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('waits for an idle browser, for two seconds at most', () => {
    const asked: [() => void, unknown][] = [];
    const task = (): void => {};
    const window = {
      requestIdleCallback: (run: () => void, options: unknown) => asked.push([run, options]),
    };
    whenIdle(window as unknown as Window, task);
    expect(asked).toEqual([[task, { timeout: 2000 }]]);
  });

  it('waits a moment in a browser that does not say when it is idle', () => {
    let runs = 0;
    whenIdle({} as Window, () => (runs += 1));
    expect(runs).toBe(0);
    jest.runAllTimers();
    expect(runs).toBe(1);
  });
});
