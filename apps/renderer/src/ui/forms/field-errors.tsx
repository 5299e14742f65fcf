import type { ReactNode } from 'react';

export function FieldErrors({
  id,
  errors = [],
  isAlert = false,
}: {
  readonly id: string;
  readonly errors?: readonly string[] | undefined;
  /** Whether screen readers announce the errors when they appear. */
  readonly isAlert?: boolean;
}): ReactNode {
  if (errors.length === 0) return null;
  return (
    <p id={id} role={isAlert ? 'alert' : undefined} className="text-sm text-accent">
      {errors.join(' ')}
    </p>
  );
}
