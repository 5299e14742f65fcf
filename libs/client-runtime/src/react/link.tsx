import { createContext, useContext, useRef } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import { isRefused, toHref } from '../navigation/destination.ts';
import { useApplication } from './context.ts';
import { useProgress } from './use-navigation.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'> {
  /**
   * An address within the application, from its root: `/issues?before=12`. Any other is the browser's affair;
   * one that would run a script is left out.
   */
  readonly href: string;
  /** In place of the current history entry. */
  readonly replace?: boolean;
  readonly children?: ReactNode;
}

/** What a link is known by; outside of one, something that no navigation comes from. */
const LinkContext = createContext<object>({});

/** A link within the application. */
export function Link({ href, replace, onClick, children, ...rest }: LinkProps): ReactNode {
  const { basePath, router } = useApplication();
  const source = useRef(null);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const { href: to } = event.currentTarget;
    const isOurs = to && !event.defaultPrevented && isPlain(event);
    if (isOurs && router?.follow(to, { source, isReplace: replace })) event.preventDefault();
  };
  return (
    <a {...rest} href={isRefused(href) ? undefined : toHref(href, basePath)} onClick={follow}>
      <LinkContext value={source}>{children}</LinkContext>
    </a>
  );
}

/** Whether the page that the link around leads to is being waited for. */
export function useLinkStatus(): { readonly isPending: boolean } {
  const source = useContext(LinkContext);
  const progress = useProgress();
  return { isPending: 'source' in progress && progress.source === source };
}

/** Opens in this tab, and nowhere else. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  const isElsewhere =
    !/^(?:_self)?$/.test(currentTarget.target) || currentTarget.hasAttribute('download');
  return !(button || metaKey || ctrlKey || shiftKey || altKey || isElsewhere);
}
