import type { ReactNode } from 'react';

/** What is wrong with a field, next to it; `id` is what the field is described by. */
export function FieldErrors({
  id,
  errors = [],
  isAlert = false,
}: {
  readonly id: string;
  readonly errors?: readonly string[] | undefined;
  /** Nobody else says it: in a dialog, where the runtime is not heard. */
  readonly isAlert?: boolean;
}): ReactNode {
  if (errors.length === 0) return null;
  return (
    <p id={id} role={isAlert ? 'alert' : undefined} className="text-sm text-accent">
      {errors.join(' ')}
    </p>
  );
}
