import type { Address } from '#shared';
import { useSyncExternalStore } from 'react';
import { IDLE } from '../navigation/navigation-progress.ts';
import type { Progress } from '../navigation/navigation-progress.ts';
import { createObservable } from '../observable.ts';
import { useApplication } from './context.ts';
import { useAddress } from './use-address.ts';

export interface Navigation {
  /** Where the page is, within the application: path, query and fragment, also as other code changed them. */
  readonly address: Address;
  /** What the visitor waits for; `idle` for nothing, and for the first tenth of a second. */
  readonly progress: Progress;
}

const ON_SERVER = createObservable(IDLE);

/** Where the visitor is, and what is under way. */
export function useNavigation(): Navigation {
  return { address: useAddress(), progress: useProgress() };
}

export function useProgress(): Progress {
  const { get, subscribe } = useApplication().router?.progress ?? ON_SERVER;
  return useSyncExternalStore(subscribe, get, ON_SERVER.get);
}
