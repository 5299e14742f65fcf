import { createContext, use, useContext, useRef } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode, RefObject } from 'react';
import { isRefused } from '../navigation/destination.ts';
import { useHref } from './address.ts';
import { RouterContext } from './router-context.ts';
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

type Source = RefObject<null>;

const LinkContext = createContext<Source | undefined>(undefined);

/** A link within the application. */
export function Link({ href, replace = false, onClick, children, ...rest }: LinkProps): ReactNode {
  const router = use(RouterContext);
  const source = useRef(null);
  const address = useHref(href);
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (!router || event.defaultPrevented || !isPlain(event)) return;
    const options = { source, isReplace: replace };
    if (router.follow(event.currentTarget.href, options)) event.preventDefault();
  };
  return (
    <a {...rest} {...(isRefused(address) ? {} : { href: address })} onClick={follow}>
      <LinkContext value={source}>{children}</LinkContext>
    </a>
  );
}

/** Whether the page that the link around leads to is being waited for. */
export function useLinkStatus(): { readonly isPending: boolean } {
  const source = useContext(LinkContext);
  const progress = useProgress();
  return {
    isPending: progress.state !== 'idle' && source !== undefined && progress.source === source,
  };
}

/** Opens in this tab, and nowhere else. */
function isPlain(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event;
  const isModified = metaKey || ctrlKey || shiftKey || altKey;
  const isHere = currentTarget.target === '' || currentTarget.target === '_self';
  return button === 0 && !isModified && isHere && !currentTarget.hasAttribute('download');
}
