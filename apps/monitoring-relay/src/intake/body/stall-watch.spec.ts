import { beforeEach, describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { StallWatch, SWEEP_EVERY_MS, type Watched } from './stall-watch.ts';

const SWEEPS = reportLimits.bodyStallMs / SWEEP_EVERY_MS;
const SWEEPS_A_SECOND = 1000 / SWEEP_EVERY_MS;
const SECONDS = 60;

class BodyDouble {
  wireBytes = 0;
  stalled = 0;

  stall(): void {
    this.stalled += 1;
  }
}

let watch: StallWatch;
let body: BodyDouble;
let watched: Watched;

beforeEach(() => {
  watch = new StallWatch();
  body = new BodyDouble();
  watched = watch.add(body);
});

function sweep(times: number): void {
  for (let count = 0; count < times; count += 1) watch.sweep();
}

function trickle(seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    body.wireBytes += 1;
    sweep(SWEEPS_A_SECOND);
  }
}

describe('StallWatch', () => {
  it('lets a body that keeps arriving take any time', () => {
    for (let second = 0; second < 600; second += 1) {
      body.wireBytes += Math.ceil(reportLimits.bodyLeastBytesPerMinute / SECONDS);
      sweep(SWEEPS_A_SECOND);
    }
    expect(body.stalled).toBe(0);
  });

  it('ends a body that received too little within any minute', () => {
    body.wireBytes += 20 * reportLimits.bodyLeastBytesPerMinute;
    trickle(2 * SECONDS - 1);
    expect(body.stalled).toBe(0);
    trickle(1);
    expect(body.stalled).toBe(1);
  });

  it('ends a body that received nothing for the limit of time since its last byte', () => {
    sweep(SWEEPS - 1);
    body.wireBytes += 1;
    sweep(SWEEPS);
    expect(body.stalled).toBe(0);
    sweep(1);
    expect(body.stalled).toBe(1);
  });

  it('forgets a body that has ended, even twice, and keeps those beside it', () => {
    const others = [new BodyDouble(), new BodyDouble()];
    const [second] = others.map((other) => watch.add(other));
    watch.remove(watched);
    watch.remove(watched);
    watch.remove(second!);
    sweep(SWEEPS);
    expect([body, ...others].map(({ stalled }) => stalled)).toEqual([0, 0, 1]);
  });

  it('ends all stalled bodies, though each is removed as it ends', () => {
    class Ending extends BodyDouble {
      readonly watched = watch.add(this);

      override stall(): void {
        super.stall();
        watch.remove(this.watched);
      }
    }
    const bodies = [new Ending(), new Ending(), new Ending()];
    sweep(2 * SWEEPS);
    expect(bodies.map(({ stalled }) => stalled)).toEqual([1, 1, 1]);
  });
});
