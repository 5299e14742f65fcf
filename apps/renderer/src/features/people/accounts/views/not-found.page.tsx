import { Link } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from '../../../../rendering/views/index.ts';

export function Page({ inPlace }: OutcomeProps): ReactNode {
  return (
    <Outcome title="Not found" inPlace={inPlace}>
      <p>
        Nothing is at this address: it may have been deleted, or the address is not quite right.
      </p>
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
