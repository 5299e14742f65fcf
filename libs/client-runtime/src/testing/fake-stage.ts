import type { Scene, Stage } from '../navigation/stage.ts';

export class FakeStage implements Stage {
  readonly shown: Scene[] = [];
  readonly moves: string[] = [];
  readonly prepared: Scene[] = [];
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

  finish(): void {
    const scene = this.next;
    if (!scene) return;
    this.next = undefined;
    this.shown.push(scene);
    scene.onCommit?.();
    scene.onShown?.();
  }
}
