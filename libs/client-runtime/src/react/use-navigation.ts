import { useContext, useSyncExternalStore } from 'react';
import type { Progress } from '../navigation/navigation-progress.ts';
import { AddressContext, BasePathContext } from './address.ts';
import { RouterContext } from './router-context.ts';

export interface Navigation {
  /** Where the page is, within the application: path, query and fragment, also as other code changed them. */
  readonly address: string;
  /** What the visitor waits for; `idle` for nothing, and for the first tenth of a second. */
  readonly progress: Progress;
}

const IDLE: Progress = { state: 'idle' };
const getIdle = (): Progress => IDLE;
const subscribeToNothing = () => (): void => undefined;

/** Where the visitor is, and what is under way. */
export function useNavigation(): Navigation {
  const address = useContext(AddressContext);
  const basePath = useContext(BasePathContext);
  const progress = useProgress();
  return { address: address.slice(basePath.length) || '/', progress };
}

export function useProgress(): Progress {
  const store = useContext(RouterContext)?.progress;
  return useSyncExternalStore(
    store?.subscribe ?? subscribeToNothing,
    store?.get ?? getIdle,
    getIdle,
  );
}
