import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from '../../../../rendering/views/index.ts';

export function Page({ inPlace }: OutcomeProps): ReactNode {
  return (
    <Outcome title="This invitation cannot be used" inPlace={inPlace}>
      <p>
        The invitation was accepted already, has been withdrawn, or is more than a week old. Ask
        whoever sent it for another one.
      </p>
    </Outcome>
  );
}
