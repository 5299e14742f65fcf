import { runtimeLimits } from '#page-protocol';
import { startTransition } from 'react';
import { flushSync } from 'react-dom';
import type { OutOfSight } from '../history/out-of-sight.ts';
import type { Scene, Stage } from '../navigation/stage.ts';

const REDUCED = '(prefers-reduced-motion: reduce)';

export interface Picture {
  /** The shown scene, followed by those that stay hidden, newest first. */
  readonly scenes: readonly [Scene, ...Scene[]];
  readonly isMove?: boolean;
  /** Changes its value with every animated picture, which starts the view transition. */
  readonly isMarked?: boolean;
}

/** Shows scenes in React transitions, so that the old page stays until the next one is ready. */
export interface ReactStage extends Stage {
  start(render: (picture: Picture) => void): void;
  commit(picture: Picture): void;
  changed(picture: Picture): void;
}

export function createReactStage(window: Window): ReactStage {
  let render: ((picture: Picture) => void) | undefined;
  let next: Scene | undefined;
  let shown: Scene | undefined;
  let kept: readonly Scene[] = [];
  let prepared: Scene | undefined;
  let isMarked = false;
  let outOfSight: OutOfSight | undefined;

  /**
   * Returns the scene, followed by the scenes to keep hidden. Outcomes and shells are not kept,
   * because the page itself may be available when the visitor comes back.
   */
  const withKept = (scene: Scene): Picture['scenes'] => {
    const isOther = (other?: Scene): other is Scene => !!other && other.stay !== scene.stay;
    const left = [shown, ...kept]
      .filter(isOther)
      .filter(({ page }) => page.status < 400 && !page.isShell);
    // The prepared page follows the shown one, so React moves no other page when it shows the
    // prepared one.
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
    // A prepared page and a shell need no data, so they appear with the next frame instead of in a
    // later task.
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
      // A scene that is being rendered comes first. The prepared scene waits for the next picture.
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
      // Shows the address at once, because the next scene may still wait for data.
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
        // Drops the callbacks, so that showing the scene again counts as no arrival.
        shown = { page, stay, address };
        onCommit?.();
      }
      // React does not know the styles that `OutOfSight` has set, so they are reset here. The reset
      // follows `onCommit`, which reads the layout. An earlier reset would make the browser drop
      // the prepared layout.
      outOfSight?.commit(scene.isUncovered);
    },
    changed() {
      outOfSight?.changed(() => startTransition(showAgain));
    },
  };
}
