import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';

export function Page({ status }: OutcomeProps): ReactNode {
  return <p>{`nothing in this section: ${status}`}</p>;
}
