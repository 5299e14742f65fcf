import type { ReactNode } from 'react';
import { TextField } from '../../../../ui/forms/text-field.tsx';

export function CodeField({
  errors,
}: {
  readonly errors?: readonly string[] | undefined;
}): ReactNode {
  return (
    <TextField
      name="code"
      label="Code"
      hint="The six digits that your app shows now, or one of your recovery codes."
      autoComplete="one-time-code"
      autoFocus
      required
      errors={errors}
    />
  );
}
