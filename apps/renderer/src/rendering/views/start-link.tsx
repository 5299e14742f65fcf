import { Link } from '#client-runtime';
import type { Address, OutcomeProps } from '#shared';
import type { ReactNode } from 'react';

/** A product may have no page at `/`, so that address is no type of its own here. */
export function StartLink({ start = '/' as Address }: Pick<OutcomeProps, 'start'>): ReactNode {
  return (
    <p>
      <Link href={start}>To the start</Link>
    </p>
  );
}
