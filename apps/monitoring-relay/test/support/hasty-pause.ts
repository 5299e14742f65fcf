import { SystemPause } from '#telemetry/plain';

const SHARE = 1 / 100;

/** Waits a hundredth of what it is told to. What is told shorter than `fromMs`, as time for others to end, it waits in full. */
export class HastyPause extends SystemPause {
  constructor(private readonly fromMs = 0) {
    super();
  }

  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(ms < this.fromMs ? ms : ms * SHARE, signal);
  }
}
