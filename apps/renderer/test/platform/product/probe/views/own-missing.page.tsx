import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';

export function Page({ status }: OutcomeProps): ReactNode {
  return <p>{`nothing of our own: ${status}`}</p>;
}
