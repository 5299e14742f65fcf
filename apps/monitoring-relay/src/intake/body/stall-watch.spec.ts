import { beforeEach, describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { StallWatch, SWEEP_EVERY_MS } from './stall-watch.ts';

const SWEEPS = reportLimits.bodyStallMs / SWEEP_EVERY_MS;

class BodyDouble {
  wireBytes = 0;
  stalled = 0;

  stall(): void {
    this.stalled += 1;
  }
}

let watch: StallWatch;
let body: BodyDouble;

beforeEach(() => {
  watch = new StallWatch();
  body = new BodyDouble();
  watch.add(body);
});

function sweep(times: number): void {
  for (let count = 0; count < times; count += 1) watch.sweep();
}

describe('StallWatch', () => {
  it('ends a body of which nothing came for the limit of time', () => {
    sweep(SWEEPS - 1);
    expect(body.stalled).toBe(0);
    sweep(1);
    expect(body.stalled).toBe(1);
  });

  it('begins to count again with every byte', () => {
    sweep(SWEEPS - 1);
    body.wireBytes += 1;
    sweep(SWEEPS);
    expect(body.stalled).toBe(0);
    sweep(1);
    expect(body.stalled).toBe(1);
  });

  it('forgets a body that has ended', () => {
    watch.remove(body);
    sweep(2 * SWEEPS);
    expect(body.stalled).toBe(0);
  });
});
