import type { Flash } from '#page-protocol';
import { createObservable } from '../observable.ts';
import { useApplication } from './context.ts';
import { useObservable } from './use-observable.ts';

/**
 * The message of an action, and the function that hides it.
 *
 * ```tsx
 * const { flash, dismiss }: ShownFlash = useFlash();
 * return flash && <button onClick={dismiss}>{flash.text}</button>;
 * ```
 */
export interface ShownFlash {
  readonly flash: Flash | undefined;
  readonly dismiss: () => void;
}

const NOTHING = createObservable<Flash | undefined>(undefined);

/**
 * Returns the message that an action has left for the visitor, until the next page or action.
 * The runtime announces it to screen readers.
 *
 * ```tsx
 * const { flash, dismiss } = useFlash();
 * return flash && <p>{flash.text} <button onClick={dismiss}>Dismiss</button></p>;
 * ```
 */
export function useFlash(): ShownFlash {
  const told = useApplication().flash ?? NOTHING;
  return { flash: useObservable(told), dismiss: () => told.set(undefined) };
}
