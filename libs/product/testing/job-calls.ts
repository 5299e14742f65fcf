import { ClockDouble, NoPause } from '#telemetry/testing';
import type { Job } from '#shared';

export class JobCalls {
  readonly times = { clock: new ClockDouble(), pause: new NoPause() };
  readonly all: string[] = [];

  /**
   * Records the call. Returns true for the first call with this text, so that each store has work
   * exactly once.
   */
  async once(call: string): Promise<boolean> {
    this.all.push(call);
    return this.all.filter((each) => each === call).length === 1;
  }

  /** Returns `call`, with a remark when `nowMs` is not the time of the job's clock. */
  at(nowMs: number, call: string): string {
    return nowMs === this.times.clock.ms ? call : `${call} by another clock`;
  }

  async of(name: string, jobs: readonly Job[]): Promise<readonly string[]> {
    const job = jobs.find((each) => each.name === name);
    await job!.run(new AbortController().signal);
    return this.all;
  }
}
