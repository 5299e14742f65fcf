import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { useHref } from './base-path.ts';

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style'> {
  /** An address within the application, from its root: `/issues?before=12`. */
  readonly href: string;
  readonly children?: ReactNode;
}

/** A link within the application. */
export function Link({ href, children, ...rest }: LinkProps): ReactNode {
  return (
    <a {...rest} href={useHref(href)}>
      {children}
    </a>
  );
}
