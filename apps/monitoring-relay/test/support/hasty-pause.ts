import { SystemPause } from '#telemetry/plain';

const SHARE = 1 / 100;

/**
 * Waits a hundredth of the requested time. Waits shorter than `fromMs` take their full time,
 * because they let other work end.
 */
export class HastyPause extends SystemPause {
  constructor(private readonly fromMs = 0) {
    super();
  }

  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(ms < this.fromMs ? ms : ms * SHARE, signal);
  }
}
