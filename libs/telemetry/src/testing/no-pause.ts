import { Pause } from '../timing/pause.ts';

/** Waits for nothing, and remembers how long it would have. */
export class NoPause extends Pause {
  readonly waitsMs: number[] = [];

  /** Called instead of waiting: the time in which something can change. */
  meanwhile: () => void = () => {};

  override async wait(ms: number): Promise<void> {
    this.waitsMs.push(ms);
    this.meanwhile();
  }
}
