import { Link } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from '../../../../rendering/views/index.ts';

/** Says the same about a deleted issue and one that the visitor may not know of. */
export function Page({ inPlace }: OutcomeProps): ReactNode {
  return (
    <Outcome title="No such issue" inPlace={inPlace}>
      <p>The issue or its event was deleted, or never was.</p>
      {!inPlace && (
        <p>
          <Link href="/issues" className="inline-flex items-center pointer-coarse:min-h-11">
            To the issues
          </Link>
        </p>
      )}
    </Outcome>
  );
}
