import type { OutcomeProps } from '#shared';
import type { ReactNode } from 'react';

export function Page({ status }: OutcomeProps): ReactNode {
  throw new Error(`a secret of the view for ${status}`);
}
