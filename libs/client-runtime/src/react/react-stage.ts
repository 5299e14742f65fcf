import { addTransitionType, startTransition } from 'react';
import type { Scene, Stage } from '../navigation/stage.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

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
    startTransition(() => {
      if (scene.isMove && !matchMedia(REDUCED).matches) addTransitionType('move');
      render?.(scene);
    });
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
      if (!shown || shown.address === address) return;
      const { page } = shown;
      shown = { page, address };
      // At once: what is on its way may wait for its data. It comes after, with its own address.
      render?.(shown);
      if (next) show(next.page.url === page.url ? { ...next, address } : next);
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
      const { page, address, onCommit } = scene;
      // Shown again, it is no arrival.
      shown = { page, address };
      onCommit?.();
    },
  };
}
