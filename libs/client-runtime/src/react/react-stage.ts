import { startTransition } from 'react';
import type { Scene, Stage } from '../navigation/stage.ts';

/** Shows scenes in transitions of React's: what is on the screen stays until the next is ready. */
export interface ReactStage extends Stage {
  /** From here on `render` is what shows. */
  attach(render: (scene: Scene) => void): void;
  /** React is about to change the document. */
  leave(scene: Scene): void;
  /** React changes the document. */
  commit(scene: Scene): void;
}

export function createReactStage(): ReactStage {
  let render: ((scene: Scene) => void) | undefined;
  let next: Scene | undefined;
  let shown: Scene | undefined;

  const show = (scene: Scene): void => {
    next = scene;
    startTransition(() => render?.(scene));
  };

  return {
    show,
    keep() {
      const scene = shown;
      if (!next || !scene) return;
      next = undefined;
      startTransition(() => render?.(scene));
    },
    move(address) {
      // Another page that is on its way brings an address of its own.
      const { page = shown?.page } = next ?? {};
      if (page && page.url === shown?.page.url) show({ ...next, page, address });
    },
    attach(renderScene) {
      render = renderScene;
      if (next) show(next);
    },
    leave(scene) {
      if (scene !== shown) scene.onLeave?.();
    },
    commit(scene) {
      if (next === scene) next = undefined;
      if (scene === shown) return;
      shown = scene;
      scene.onCommit?.();
    },
  };
}
