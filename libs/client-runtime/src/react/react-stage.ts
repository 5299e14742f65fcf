import { startTransition } from 'react';
import type { Scene, Stage } from '../navigation/stage.ts';

/** Shows scenes in transitions of React's: what is on the screen stays until the next is ready. */
export class ReactStage implements Stage {
  #render: ((scene: Scene) => void) | undefined;
  #next: Scene | undefined;
  #shown: Scene | undefined;

  /** From here on `render` is what shows. */
  attach(render: (scene: Scene) => void): void {
    this.#render = render;
    if (this.#next) this.show(this.#next);
  }

  show(scene: Scene): void {
    this.#next = scene;
    startTransition(() => this.#render?.(scene));
  }

  keep(): void {
    const shown = this.#shown;
    if (!this.#next || !shown) return;
    this.#next = undefined;
    startTransition(() => this.#render?.(shown));
  }

  move(address: string): void {
    // What is on its way brings an address of its own.
    if (this.#shown && !this.#next) {
      const { page } = this.#shown;
      this.show({ page, address });
    }
  }

  /** React is about to change the document. */
  leave(scene: Scene): void {
    if (scene !== this.#shown) scene.onLeave?.();
  }

  /** React changes the document. */
  commit(scene: Scene): void {
    if (this.#next === scene) this.#next = undefined;
    if (scene === this.#shown) return;
    this.#shown = scene;
    scene.onCommit?.();
  }
}
