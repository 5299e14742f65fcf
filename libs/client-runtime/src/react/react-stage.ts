import { runtimeLimits } from '#shared';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { OutOfSight } from '../history/out-of-sight.ts';
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
  /** It has changed it, and is going to run the effects of what is shown. */
  changed(picture: Picture): void;
}

export function createReactStage(window: Window): ReactStage {
  let render: ((picture: Picture) => void) | undefined;
  let next: Scene | undefined;
  let shown: Scene | undefined;
  /** What the document holds of the pages before. */
  let kept: readonly Scene[] = [];
  let prepared: Scene | undefined;
  let isMarked = false;
  /** Absent until something has been prepared. */
  let outOfSight: OutOfSight | undefined;

  /** An outcome is not kept: what was not to be seen may be by the time that one is back. Neither is a shell. */
  const withKept = (scene: Scene): Picture['scenes'] => {
    const isOther = (other?: Scene): other is Scene => !!other && other.stay !== scene.stay;
    const left = [shown, ...kept]
      .filter(isOther)
      .filter(({ page }) => page.status < 400 && !page.isShell);
    // What is prepared is behind what is shown: to uncover it, React moves no other.
    return [scene, ...[prepared].filter(isOther), ...left.slice(0, runtimeLimits.keptPages)];
  };

  const renderNow = (scene: Scene): void => {
    const isMove = scene.isMove === true && !window.matchMedia(REDUCED).matches;
    render?.({ scenes: withKept(scene), isMove, isMarked: isMarked !== isMove });
  };

  const show = (scene: Scene): void => {
    const isUncovered = scene.stay === prepared?.stay;
    const now = { ...scene, isUncovered };
    next = now;
    // All of it is there: it is shown with the next frame, instead of some task later.
    (isUncovered || scene.page.isShell ? flushSync : startTransition)(() => renderNow(now));
  };

  const showAgain = (): void => {
    if (shown) renderNow(shown);
  };

  return {
    show,
    prepare(scene, made) {
      outOfSight = made;
      prepared = { ...scene, onPrepared: made.prepare() };
      // What is on its way comes first.
      if (!next) startTransition(showAgain);
    },
    settle() {
      if (!next) return;
      next = undefined;
      startTransition(showAgain);
    },
    move(address) {
      if (!shown || shown.address === address) return;
      const { page, stay } = shown;
      shown = { ...shown, address };
      // At once: what is on its way may wait for its data. It comes after, with its own address.
      renderNow(shown);
      if (next)
        show(next.stay === stay && next.page.url === page.url ? { ...next, address } : next);
    },
    forget() {
      kept = [];
      prepared = undefined;
      showAgain();
      if (next) show(next);
    },
    start(renderPicture) {
      render = renderPicture;
      if (next) show(next);
    },
    commit({ scenes: [scene, ...others], isMarked: isNowMarked = false }) {
      isMarked = isNowMarked;
      if (next === scene) next = undefined;
      kept = others.filter(({ onPrepared }) => !onPrepared);
      if (scene.stay === prepared?.stay) prepared = undefined;
      if (scene !== shown) {
        const { page, stay, address, onCommit } = scene;
        // Shown again, it is no arrival.
        shown = { page, stay, address };
        onCommit?.();
      }
      // React knows nothing of it. Not before that last look, which would have the browser drop the boxes.
      outOfSight?.commit(scene.isUncovered);
    },
    changed() {
      outOfSight?.changed(() => startTransition(showAgain));
    },
  };
}
