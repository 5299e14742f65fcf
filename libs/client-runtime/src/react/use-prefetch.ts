import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { PrefetchKind } from '../prefetch/wish.ts';
import { useApplication } from './context.ts';

/**
 * Has the page prefetched that an element leads to: a link, or a form with the method GET. `address`: its
 * `href` or `action`, base path included; undefined when it leads nowhere.
 */
export function usePrefetch(
  element: RefObject<HTMLAnchorElement | HTMLFormElement | null>,
  address: string | undefined,
  kind: PrefetchKind = 'auto',
): void {
  const { router } = useApplication();
  useEffect(
    // Not a layout effect: it can wait. Those of a page that is kept hidden are undone.
    () =>
      element.current && address !== undefined
        ? router?.watch(element.current, address, kind)
        : undefined,
    [router, element, address, kind],
  );
}
