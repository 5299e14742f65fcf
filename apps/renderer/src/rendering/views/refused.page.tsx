import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';
import { Outcome } from './outcome.tsx';
import { StartLink } from './start-link.tsx';

export function Page({ title, detail, inPlace, start }: OutcomeProps): ReactNode {
  return (
    <Outcome title={title} inPlace={inPlace}>
      <p>{detail}</p>
      {!inPlace && <StartLink start={start} />}
    </Outcome>
  );
}
