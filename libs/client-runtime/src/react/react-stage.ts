import { runtimeLimits } from '#shared';
import { startTransition } from 'react';
import type { Scene, Stage } from '../navigation/stage.ts';

/** What is shown, and behind it what is kept of the pages before, the last one left first. */
export type Scenes = readonly [Scene, ...Scene[]];

/** Shows scenes in transitions of React's: what is on the screen stays until the next is ready. */
export interface ReactStage extends Stage {
  /** From here on `render` is what shows. */
  attach(render: (scenes: Scenes) => void): void;
  /** React is about to change the document. */
  leave(scene: Scene): void;
  /** React changes the document. */
  commit(scenes: Scenes): void;
}

export function createReactStage(): ReactStage {
  let render: ((scenes: Scenes) => void) | undefined;
  let next: Scene | undefined;
  let shown: Scene | undefined;
  /** What the document holds of the pages before. */
  let kept: readonly Scene[] = [];

  /** An outcome is not kept: what was not to be seen may be by the time that one is back. */
  const withKept = (scene: Scene): Scenes => [
    scene,
    ...[...(shown ? [shown] : []), ...kept]
      .filter(({ stay, page }) => stay !== scene.stay && page.status < 400)
      .slice(0, runtimeLimits.keptPages),
  ];

  const renderNow = (scene: Scene) => render?.(withKept(scene));

  const show = (scene: Scene): void => {
    next = scene;
    startTransition(() => renderNow(scene));
  };

  return {
    show,
    keep() {
      const scene = shown;
      if (!next || !scene) return;
      next = undefined;
      startTransition(() => renderNow(scene));
    },
    move(address) {
      if (!shown || shown.address === address) return;
      const { page, stay } = shown;
      shown = { page, stay, address };
      // At once: what is on its way may wait for its data. It comes after, with its own address.
      renderNow(shown);
      if (next)
        show(next.stay === stay && next.page.url === page.url ? { ...next, address } : next);
    },
    forget() {
      kept = [];
      if (shown) renderNow(shown);
      if (next) show(next);
    },
    attach(renderScenes) {
      render = renderScenes;
      if (next) show(next);
    },
    leave(scene) {
      if (scene !== shown) scene.onLeave?.();
    },
    commit([scene, ...others]) {
      if (next === scene) next = undefined;
      kept = others;
      if (scene === shown) return;
      const { page, stay, address, onCommit } = scene;
      // Shown again, it is no arrival.
      shown = { page, stay, address };
      onCommit?.();
    },
  };
}
