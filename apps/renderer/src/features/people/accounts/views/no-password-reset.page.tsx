import { to } from '#shared';
import { Link } from '#client-runtime';
import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from '../../../../rendering/views/index.ts';

export function Page({ inPlace }: OutcomeProps): ReactNode {
  return (
    <Outcome title="This link cannot be used" inPlace={inPlace}>
      <p>It was used already, is too old, or the password was changed since.</p>
      <p>
        <Link href={to('/forgotten-password')} prefetch="none">
          Get another one
        </Link>
      </p>
    </Outcome>
  );
}
