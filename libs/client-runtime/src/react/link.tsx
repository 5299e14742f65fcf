import type { LinkTarget } from '#page-protocol';
import { useContext, useRef } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { isRefused, toHref } from '../address/destination.ts';
import { opensElsewhere } from '../address/opens-elsewhere.ts';
import type { PrefetchKind } from '../prefetch/prefetch-request.ts';
import { SourceContext, useApplication } from './context.ts';
import { useProgress } from './use-navigation.ts';
import { usePrefetch } from './use-prefetch.ts';

/**
 * Props of `Link`, for components that wrap it.
 *
 * ```tsx
 * export function ButtonLink({ children, ...link }: LinkProps): ReactNode {
 *   return <Link {...link} className="button">{children}</Link>;
 * }
 * ```
 */
export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'> {
  /**
   * An address within the application, from its root, such as `/issues?before=12`. The browser
   * follows any other address. An address that would run a script is dropped.
   */
  readonly href: LinkTarget;
  readonly replace?: boolean;
  /** False keeps the scroll position. */
  readonly scroll?: boolean;
  /** How much of the linked page loads while the link is in view. `auto` by default. */
  readonly prefetch?: PrefetchKind;
  readonly children?: ReactNode;
}

/**
 * A link to a page of the application. The page opens without a new document and is prefetched.
 *
 * ```tsx
 * <Link href={to('/issues/:id', { id })} prefetch="intent">
 *   {title}
 * </Link>
 * ```
 */
export function Link({
  href,
  replace,
  scroll,
  prefetch,
  onClick,
  children,
  ...rest
}: LinkProps): ReactNode {
  const { basePath, router } = useApplication();
  const source = useRef<HTMLAnchorElement>(null);
  const address = isRefused(href) ? undefined : toHref(href, basePath);
  usePrefetch(source, address, prefetch);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const { href: to } = event.currentTarget;
    const isOurs = to && !event.defaultPrevented && isPlain(event);
    if (isOurs && router?.follow(to, { source, scroll, isReplace: replace }))
      event.preventDefault();
  };
  return (
    <a {...rest} ref={source} href={address} onClick={follow}>
      <SourceContext value={source}>{children}</SourceContext>
    </a>
  );
}

/**
 * Returns whether the visitor waits for the page of the surrounding link or form.
 *
 * ```tsx
 * function Spinner(): ReactNode {
 *   return useLinkStatus().isPending && <i className="spinner" />;
 * }
 * <Link href="/issues"><Spinner /> Issues</Link>;
 * ```
 */
export function useLinkStatus(): { readonly isPending: boolean } {
  const source = useContext(SourceContext);
  const progress = useProgress();
  return { isPending: progress.source === source };
}

function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  return !(button || metaKey || ctrlKey || shiftKey || altKey || opensElsewhere(currentTarget));
}
