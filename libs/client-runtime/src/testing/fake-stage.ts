import type { Scene, Stage } from '../navigation/stage.ts';

/** Shows what it is given when it is told to. */
export class FakeStage implements Stage {
  /** What has been shown, oldest first. */
  readonly shown: Scene[] = [];
  /** Addresses that what is shown was given. */
  readonly moves: string[] = [];
  /** What it was told to have ready, oldest first. */
  readonly prepared: Scene[] = [];
  /** How often it was told to keep nothing. */
  forgotten = 0;
  private next: Scene | undefined;

  readonly show = (scene: Scene): void => {
    this.next = scene;
  };

  readonly settle = (): void => {
    this.next = undefined;
  };

  readonly move = (address: string): void => {
    this.moves.push(address);
  };

  readonly prepare = (scene: Scene): void => {
    this.prepared.push(scene);
  };

  readonly forget = (): void => {
    this.forgotten += 1;
  };

  /** Is ready with what it was given last, if it is still to be shown. */
  finish(): void {
    const scene = this.next;
    if (!scene) return;
    this.next = undefined;
    this.shown.push(scene);
    scene.onCommit?.();
    scene.onShown?.();
  }
}
