import { whenIdle } from '../when-idle.ts';
import { findClicks, repeatClicks } from './early-clicks.ts';

export type When = 'visible' | 'interaction' | 'idle' | 'never';

/** Holds back the hydration of one part of the server's document. */
export interface Gate {
  isOpen?: boolean;
  /** Whether the part was last rendered to take over the server's HTML. */
  isHydrating?: boolean;
  readonly opening: Promise<void>;
  readonly open: () => void;
  /** Opens the gate when the part is rendered anew. */
  readonly note: (isHydrating: boolean) => void;
}

export function createGate(): Gate {
  let open = (): void => undefined;
  const gate: Gate = {
    opening: new Promise((resolve) => (open = resolve)),
    open() {
      gate.isOpen = true;
      open();
    },
    note(isHydrating) {
      gate.isHydrating = isHydrating;
      if (!isHydrating) gate.open();
    },
  };
  return gate;
}

/** A part is loaded before it is in view. */
const NEAR = { rootMargin: '50%' };

/**
 * Opens the gate when the part is wanted, and records clicks that nothing answers. Returns the
 * function that stops and repeats these clicks.
 */
export function watchPart(
  window: Window & typeof globalThis,
  place: Element,
  when: When,
  { open }: Gate,
): () => void {
  const clicks = findClicks(window);
  const ending = new AbortController();
  const { signal } = ending;
  const observer = new window.IntersectionObserver(
    (entries) => entries.some(({ isIntersecting }) => isIntersecting) && open(),
    NEAR,
  );
  const onWanted = (event: Event): void => {
    if (!place.contains(event.target as Node)) return;
    open();
    if (event.type === 'click') clicks?.note(event);
  };
  if (when === 'idle') whenIdle(window, open);
  // A place with `display: contents` has no box of its own.
  if (when === 'visible') for (const each of [place, ...place.children]) observer.observe(each);
  if (when !== 'never') {
    // Pointer and focus may have come before the scripts.
    if (place.matches(':hover,:focus-within')) open();
    for (const type of ['pointerover', 'focusin', 'click'])
      window.addEventListener(type, onWanted, { capture: true, signal });
  }
  // React stops the clicks that it drops, so a click that arrives here was answered.
  place.addEventListener(
    'click',
    ({ target }) => clicks?.targets.at(-1) === target && clicks?.targets.pop(),
    { signal },
  );
  return () => {
    observer.disconnect();
    ending.abort();
    void repeatClicks(window, place);
  };
}
