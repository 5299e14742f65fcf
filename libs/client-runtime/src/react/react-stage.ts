import { startTransition } from 'react';
import type { Scene, Stage } from '../navigation/stage.ts';

export interface Shown {
  readonly scene: Scene;
  readonly address: string;
}

/** Shows scenes in transitions of React's: what is on the screen stays until the next is ready. */
export class ReactStage implements Stage {
  #set: ((shown: Shown) => void) | undefined;
  #next: Scene | undefined;
  #current: Shown | undefined;

  /** Begins with what the document shows. */
  begin(scene: Scene): void {
    this.#current = { scene, address: scene.address };
  }

  get shown(): Shown {
    if (!this.#current) throw new Error('The stage has not begun.');
    return this.#current;
  }

  /** From here on `set` renders. */
  attach(set: (shown: Shown) => void): void {
    this.#set = set;
    if (this.#next) this.show(this.#next);
  }

  show(scene: Scene): void {
    this.#next = scene;
    this.#render({ scene, address: scene.address });
  }

  keep(): void {
    if (!this.#next) return;
    this.#next = undefined;
    this.#render(this.shown);
  }

  move(address: string): void {
    this.#current = { ...this.shown, address };
    // What is on its way brings its own.
    if (!this.#next) this.#render(this.shown);
  }

  /** React is about to change the document. */
  commit(shown: Shown): void {
    this.#current = shown;
    if (this.#next === shown.scene) this.#next = undefined;
  }

  #render(shown: Shown): void {
    const set = this.#set;
    if (set) startTransition(() => set(shown));
  }
}
