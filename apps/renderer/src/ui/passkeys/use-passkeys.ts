import { useSyncExternalStore } from 'react';
import { knowsPasskeys } from './passkeys.ts';

const never = (): (() => void) => () => undefined;

/** Whether the browser can ask for passkeys; undefined on the server and while the page is hydrated. */
export function usePasskeys(): boolean | undefined {
  return useSyncExternalStore<boolean | undefined>(never, knowsPasskeys, () => undefined);
}
