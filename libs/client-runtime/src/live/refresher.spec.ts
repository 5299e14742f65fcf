import { expect, it } from '@jest/globals';
import { createRefresher } from './refresher.ts';
import type { LiveState, RefresherParts } from './refresher.ts';

interface Planned {
  readonly atMs: number;
  readonly work: () => void;
}

it('a refresher tries less often while its page cannot be loaded, and reports the failure', () => {
  let nowMs = 0;
  let planned: Planned[] = [];
  const tries: number[] = [];
  const refresher = createRefresher({
    window: { document: { hidden: false }, navigator: { onLine: true } },
    clock: { nowMs: () => nowMs },
    scheduler: {
      runAfter(ms: number, work: () => void) {
        const plan = { atMs: nowMs + ms, work };
        planned.push(plan);
        return () => void (planned = planned.filter((each) => each !== plan));
      },
    },
    expiry: { expire: () => undefined, isExpired: () => true },
    where: { page: undefined },
    course: { state: () => 'resting' },
    visits: {
      renew(_page: unknown, onEnd: () => void) {
        tries.push(nowMs);
        onEnd();
      },
    },
  } as unknown as RefresherParts);
  let state: LiveState | undefined;
  refresher.add({ everyMs: 5000, onChange: (next) => void (state = next) });
  const runUntil = (endMs: number): void => {
    while (nowMs < endMs) {
      nowMs += 500;
      const due = planned.filter(({ atMs }) => atMs <= nowMs);
      planned = planned.filter(({ atMs }) => atMs > nowMs);
      for (const { work } of due) work();
      if (nowMs % 5000 === 0) refresher.renew(['logs']);
    }
  };
  runUntil(60_000);
  expect(state?.isFailing).toBe(true);
  expect(tries.length).toBeLessThanOrEqual(5);
  refresher.refresh([]);
  runUntil(60_500);
  expect(tries.at(-1)).toBe(60_500);
});
