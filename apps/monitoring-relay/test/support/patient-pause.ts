import { SystemPause } from '#telemetry/plain';

const SHARE = 100;

/** A hundred seconds for every second: what the relay does after a while does not happen meanwhile. */
export class PatientPause extends SystemPause {
  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(ms * SHARE, signal);
  }
}
