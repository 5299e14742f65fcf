import type { ReactNode } from 'react';
import { withoutFragment } from '../address/departure.ts';
import { Link } from './link.tsx';
import { useAddress } from './use-address.ts';

export interface RetryLinkProps {
  readonly className?: string;
}

/**
 * A link that loads the page's data again, or the whole page when scripts are off.
 *
 * ```tsx
 * <p role="alert">The relay does not answer.</p>
 * <RetryLink className="button" />
 * ```
 */
export function RetryLink({ className }: RetryLinkProps): ReactNode {
  const address = useAddress();
  return (
    <Link href={withoutFragment(address)} replace className={className}>
      Try again
    </Link>
  );
}
