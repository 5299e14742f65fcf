import type { ReactNode } from 'react';
import { withoutFragment } from '../address/departure.ts';
import { runtimeTexts } from '../runtime-texts.ts';
import { Link } from './link.tsx';
import { useAddress } from './use-address.ts';

export interface RetryLinkProps {
  readonly className?: string;
  /** The text `retry` when absent. */
  readonly children?: ReactNode;
}

/**
 * A link that loads the page's data again, or the whole page when scripts are off.
 *
 * ```tsx
 * <p role="alert">The relay does not answer.</p>
 * <RetryLink className="button" />
 * ```
 */
export function RetryLink({
  className,
  children = runtimeTexts.retry ?? 'Try again',
}: RetryLinkProps): ReactNode {
  const address = useAddress();
  return (
    <Link href={withoutFragment(address)} replace className={className}>
      {children}
    </Link>
  );
}
