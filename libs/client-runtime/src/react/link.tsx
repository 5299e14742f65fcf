import type { LinkTarget } from '#shared';
import { useContext, useRef } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { isRefused, toHref } from '../address/destination.ts';
import { opensElsewhere } from '../address/opens-elsewhere.ts';
import type { PrefetchKind } from '../prefetch/wish.ts';
import { SourceContext, useApplication } from './context.ts';
import { useProgress } from './use-navigation.ts';
import { usePrefetch } from './use-prefetch.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'> {
  /**
   * An address within the application, from its root: `/issues?before=12`. Any other is the browser's affair;
   * one that would run a script is left out.
   */
  readonly href: LinkTarget;
  /** In place of the current history entry. */
  readonly replace?: boolean;
  /** `false`: what is scrolled stays so. */
  readonly scroll?: boolean;
  /** What of its page is loaded while it is in view; `auto` unless said. */
  readonly prefetch?: PrefetchKind;
  readonly children?: ReactNode;
}

/** A link within the application. */
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

/** Whether the page that the link or the form around leads to is being waited for. */
export function useLinkStatus(): { readonly isPending: boolean } {
  const source = useContext(SourceContext);
  const progress = useProgress();
  return { isPending: 'source' in progress && progress.source === source };
}

/** Opens in this tab, and nowhere else. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  return !(button || metaKey || ctrlKey || shiftKey || altKey || opensElsewhere(currentTarget));
}
