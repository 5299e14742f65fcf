import type { Flash } from '#shared';
import { createObservable } from '../observable.ts';
import { useApplication } from './context.ts';
import { useObservable } from './use-observable.ts';

export interface ShownFlash {
  /** Undefined while there is nothing to tell. */
  readonly flash: Flash | undefined;
  /** The visitor has read it. */
  readonly dismiss: () => void;
}

const NOTHING = createObservable<Flash | undefined>(undefined);

/**
 * What was done, by an action that said so: from the page that is shown after it to the next one. Screen readers
 * are told by the runtime.
 */
export function useFlash(): ShownFlash {
  const told = useApplication().flash ?? NOTHING;
  return { flash: useObservable(told), dismiss: () => told.set(undefined) };
}
