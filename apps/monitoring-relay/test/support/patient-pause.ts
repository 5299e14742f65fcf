import { SystemPause } from '#telemetry/plain';

const SHARE = 100;

/** Waits a hundred times as long, so that nothing periodic happens during a test. */
export class PatientPause extends SystemPause {
  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(ms * SHARE, signal);
  }
}
