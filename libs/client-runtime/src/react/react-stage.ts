import { runtimeLimits } from '#shared';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { Scene, Stage } from '../navigation/stage.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

export interface Picture {
  /** What is shown, and behind it what is kept of the pages before, the last one left first. */
  readonly scenes: readonly [Scene, ...Scene[]];
  /** It fades over from the one before. */
  readonly isMove?: boolean;
  /** Other than in the one before when it is moving. */
  readonly isMarked?: boolean;
}

/** Shows scenes in transitions of React's: what is on the screen stays until the next is ready. */
export interface ReactStage extends Stage {
  /** From here on `render` is what shows. */
  start(render: (picture: Picture) => void): void;
  /** React is about to change the document. */
  commit(picture: Picture): void;
}

export function createReactStage(): ReactStage {
  let render: ((picture: Picture) => void) | undefined;
  let next: Scene | undefined;
  let shown: Scene | undefined;
  /** What the document holds of the pages before. */
  let kept: readonly Scene[] = [];
  let prepared: Scene | undefined;
  let isMarked = false;

  /** An outcome is not kept: what was not to be seen may be by the time that one is back. */
  const withKept = (scene: Scene): Picture['scenes'] => {
    const isOther = (other?: Scene): other is Scene =>
      other !== undefined && other.stay !== scene.stay;
    const left = [shown, ...kept].filter(isOther).filter(({ page }) => page.status < 400);
    // What is prepared is behind what is shown: to uncover it, React moves no other.
    return [scene, ...[prepared].filter(isOther), ...left.slice(0, runtimeLimits.keptPages)];
  };

  const renderNow = (scene: Scene): void => {
    const isMove = scene.isMove === true && !matchMedia(REDUCED).matches;
    render?.({ scenes: withKept(scene), isMove, isMarked: isMarked !== isMove });
  };

  const show = (scene: Scene): void => {
    next = scene;
    // All of it is rendered: it is there with the next frame, instead of some task later.
    if (scene.stay === prepared?.stay) flushSync(() => renderNow(scene));
    else startTransition(() => renderNow(scene));
  };

  return {
    show,
    prepare(scene) {
      prepared = scene;
      // What is on its way comes first.
      if (shown && !next) startTransition(() => renderNow(shown as Scene));
    },
    settle() {
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
      prepared = undefined;
      if (shown) renderNow(shown);
      if (next) show(next);
    },
    start(renderPicture) {
      render = renderPicture;
      if (next) show(next);
    },
    commit({ scenes: [scene, ...others], isMarked: isNowMarked = false }) {
      isMarked = isNowMarked;
      if (next === scene) next = undefined;
      kept = others.filter((other) => other !== prepared);
      if (scene.stay === prepared?.stay) prepared = undefined;
      if (scene === shown) return;
      const { page, stay, address, onCommit } = scene;
      // Shown again, it is no arrival.
      shown = { page, stay, address };
      onCommit?.();
    },
  };
}
