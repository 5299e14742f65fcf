import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from './outcome.tsx';
import { StartLink } from './start-link.tsx';

export function Page({ inPlace, start }: OutcomeProps): ReactNode {
  if (inPlace) {
    return (
      <Outcome title="Not found" inPlace>
        <p>It may have been deleted.</p>
      </Outcome>
    );
  }
  return (
    <Outcome title="Not found">
      <p>
        Nothing is at this address: it may have been deleted, or the address is not quite right.
      </p>
      <StartLink start={start} />
    </Outcome>
  );
}
