import { useEffect } from 'react';
import type { RefObject } from 'react';
import type { PrefetchKind } from '../prefetch/prefetch-request.ts';
import { useApplication } from './context.ts';

/**
 * Prefetches the page of an `a` or `form` element. `Link` and `Form` do so by themselves. `address`
 * is the element's `href` or `action`, with the base path.
 *
 * ```tsx
 * const form = useRef<HTMLFormElement>(null);
 * usePrefetch(form, '/base/issues', 'intent');
 * return <form ref={form} action="/base/issues">{children}</form>;
 * ```
 */
export function usePrefetch(
  element: RefObject<HTMLAnchorElement | HTMLFormElement | null>,
  address: string | undefined,
  kind: PrefetchKind = 'auto',
): void {
  const { router } = useApplication();
  useEffect(
    // React undoes the effects of pages that stay hidden, so their links prefetch nothing.
    () =>
      element.current && address !== undefined
        ? router?.watch(element.current, address, kind)
        : undefined,
    [router, element, address, kind],
  );
}
