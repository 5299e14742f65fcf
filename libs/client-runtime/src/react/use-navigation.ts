import type { Address } from '#page-protocol';
import { IDLE } from '../navigation/navigation-progress.ts';
import type { Progress } from '../navigation/navigation-progress.ts';
import { createObservable } from '../observable.ts';
import { useApplication } from './context.ts';
import { useAddress } from './use-address.ts';
import { useObservable } from './use-observable.ts';

export interface Navigation {
  /**
   * The page's address within the application: path, query and fragment. Includes changes that
   * other code has made.
   */
  readonly address: Address;
  /** Progress of the navigation under way. Stays `idle` for the first tenth of a second. */
  readonly progress: Progress;
}

const ON_SERVER = createObservable(IDLE);

/**
 * Returns the page's address and the progress of the navigation under way.
 *
 * ```tsx
 * const { address, progress } = useNavigation();
 * if (progress.state === 'slow') return <p>{`${progress.to} is slow to answer.`}</p>;
 * return <p>{address}</p>;
 * ```
 */
export function useNavigation(): Navigation {
  return { address: useAddress(), progress: useProgress() };
}

export function useProgress(): Progress {
  return useObservable(useApplication().router?.progress ?? ON_SERVER);
}
