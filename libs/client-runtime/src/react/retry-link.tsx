import type { ReactNode } from 'react';
import { withoutFragment } from '../navigation/departure.ts';
import { Link } from './link.tsx';
import { useNavigation } from './use-navigation.ts';

export interface RetryLinkProps {
  readonly className?: string;
}

/** Loads the page again: its data, or without scripts all of it. */
export function RetryLink({ className }: RetryLinkProps): ReactNode {
  const { address } = useNavigation();
  return (
    <Link href={withoutFragment(address)} className={className}>
      Try again
    </Link>
  );
}
