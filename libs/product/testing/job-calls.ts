import { ClockDouble, NoPause } from '#telemetry/testing';
import type { Job } from '#shared';

/** Notes the calls of a job to its stores. Each store finds something to do once. */
export class JobCalls {
  readonly times = { clock: new ClockDouble(), pause: new NoPause() };
  private readonly calls: string[] = [];

  /** Notes the call. Resolves with whether it is the first of its kind. */
  async once(call: string): Promise<boolean> {
    this.calls.push(call);
    return this.calls.filter((each) => each === call).length === 1;
  }

  /** `call`, where `nowMs` is of the clock that the job was given. */
  at(nowMs: number, call: string): string {
    return nowMs === this.times.clock.ms ? call : `${call} by another clock`;
  }

  /** Runs the job of that name. Resolves with all calls. */
  async of(name: string, jobs: readonly Job[]): Promise<readonly string[]> {
    const job = jobs.find((each) => each.name === name);
    await job!.run(new AbortController().signal);
    return this.calls;
  }
}
