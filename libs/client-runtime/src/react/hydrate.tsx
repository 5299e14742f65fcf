import {
  Suspense,
  use,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ReactNode } from 'react';
import { createGate, watchPart } from '../hydration/gate.ts';
import type { Gate, When } from '../hydration/gate.ts';
import { useApplication, usePlaces } from './context.ts';
import { GateContext } from './waiting-view.ts';

export interface HydrateProps {
  /**
   * When the part becomes interactive: once it is nearly in view, once the visitor points at it,
   * focuses it or clicks on it, or once the browser is idle. Pointer, focus and click end the other
   * waits as well. `never` waits until `of` changes.
   */
  readonly when: When;
  /** Lists what the content shows. Until the part is interactive, it ignores other changes. */
  readonly of: readonly unknown[];
  readonly className?: string;
  readonly children: ReactNode;
}

/**
 * A part of a page whose hydration waits, and whose code waits when its module is named
 * `*.waiting.tsx`. Until then the server's HTML stays, with working links, forms and `details`.
 *
 * ```tsx
 * import { Reviews } from './reviews.waiting.tsx';
 *
 * <Hydrate when="visible" of={[reviews]}>
 *   <Reviews reviews={reviews} />
 * </Hydrate>;
 * ```
 */
export function Hydrate({ when, of, className, children }: HydrateProps): ReactNode {
  // React searches no further for readers of a changed context below a reader. Without this call,
  // another picture would reach the waiting children, and React would drop the server's HTML.
  usePlaces();
  const place = useRef<HTMLDivElement>(null);
  const isHydrating = useIsHydrating();
  const [gate] = useState(() => (isHydrating ? createGate() : undefined));
  const [isAlive, setAlive] = useState(false);
  const [held, hold] = useState({ of, children });
  if (!isSame(of, held.of)) hold({ of, children });
  // React drops the server's HTML for a change outside of a transition.
  const { children: waiting } = useDeferredValue(held);
  const shown = isAlive ? children : waiting;
  useLayoutEffect(
    () => (gate && !isAlive ? watchPart(window, place.current as Element, when, gate) : undefined),
    [gate, isAlive, when],
  );
  // React hydrates the boundary anew with each new element, so it gets the same one.
  const boundary = useMemo(
    () =>
      gate && (
        <Suspense>
          <Waiting gate={gate} onAlive={setAlive}>
            {shown}
          </Waiting>
        </Suspense>
      ),
    [gate, shown],
  );
  return (
    <div ref={place} className={className}>
      {boundary ?? children}
    </div>
  );
}

interface WaitingProps {
  readonly gate: Gate;
  readonly onAlive: (isAlive: boolean) => void;
  readonly children: ReactNode;
}

function Waiting({ gate, onAlive, children }: WaitingProps): ReactNode {
  const { router } = useApplication();
  // React holds a transition that changes the part until the part is hydrated. Meanwhile it renders
  // the part without hydration.
  gate.note(useIsHydrating());
  useLayoutEffect(() => onAlive(true), [onAlive]);
  // React renders again without this call once the gate is open, and would fail at a hook after it.
  if (router && !gate.isOpen) use(gate.opening);
  return <GateContext value={gate}>{children}</GateContext>;
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => Object.is(value, other[index]));
}

const NEVER = (): (() => void) => () => undefined;

/** Returns true on the server and while React takes over the server's HTML. */
function useIsHydrating(): boolean {
  return useSyncExternalStore(
    NEVER,
    () => false,
    () => true,
  );
}
