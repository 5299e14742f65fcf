import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';

interface SaidProps {
  readonly action: string;
  readonly id: string;
}

export function Said({ action, id }: SaidProps): ReactNode {
  const { status, message, result } = useSubmission(action);
  return (
    <p data-testid={id}>
      {[status, message, result && JSON.stringify(result)].filter(Boolean).join(' ')}
    </p>
  );
}
