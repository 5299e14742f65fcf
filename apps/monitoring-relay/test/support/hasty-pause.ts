import { SystemPause } from '../../src/timing/pause.ts';

const SHARE = 1 / 100;

/** Waits a hundredth of what it is told to. */
export class HastyPause extends SystemPause {
  override wait(ms: number, signal: AbortSignal): Promise<void> {
    return super.wait(ms * SHARE, signal);
  }
}
