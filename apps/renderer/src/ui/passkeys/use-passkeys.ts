import { useSyncExternalStore } from 'react';
import { knowsPasskeys } from './passkeys.ts';

const never = (): (() => void) => () => undefined;

/**
 * Returns whether the browser supports passkeys, or undefined on the server and during hydration.
 */
export function usePasskeys(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(never, knowsPasskeys, () => undefined);
}
