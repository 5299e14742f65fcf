import type { ReactNode } from 'react';
import { withoutFragment } from '../address/departure.ts';
import { Link } from './link.tsx';
import { useAddress } from './use-address.ts';

export interface RetryLinkProps {
  readonly className?: string;
}

/** Loads the page again: its data, or without scripts all of it. */
export function RetryLink({ className }: RetryLinkProps): ReactNode {
  const address = useAddress();
  return (
    <Link href={withoutFragment(address)} replace className={className}>
      Try again
    </Link>
  );
}
