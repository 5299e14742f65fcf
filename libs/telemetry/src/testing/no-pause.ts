import { Pause } from '../timing/pause.ts';

export class NoPause extends Pause {
  readonly waitsMs: number[] = [];

  meanwhile: () => void = () => {};

  override async wait(ms: number): Promise<void> {
    this.waitsMs.push(ms);
    this.meanwhile();
  }
}
