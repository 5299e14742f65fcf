import type { Submission } from '#client-runtime';
import type { ReactNode } from 'react';
import { TextField } from '../../../../ui/forms/text-field.tsx';

interface NewAccountFieldsProps extends Pick<Submission, 'errors' | 'fields'> {
  readonly email?: string | undefined;
  readonly hasFocus?: boolean;
}

export function NewAccountFields({
  errors,
  fields,
  email,
  hasFocus = false,
}: NewAccountFieldsProps): ReactNode {
  return (
    <>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        required
        autoFocus={hasFocus && email === undefined}
        readOnly={email !== undefined}
        defaultValue={email ?? String(fields['email'] ?? '')}
        errors={errors['email']}
      />
      <TextField
        name="name"
        label="Name"
        hint="Other people see this name. If you leave it empty, they see your email address."
        autoComplete="name"
        autoFocus={hasFocus && email !== undefined}
        defaultValue={String(fields['name'] ?? '')}
        errors={errors['name']}
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        hint="At least 10 characters."
        autoComplete="new-password"
        required
        minLength={10}
        errors={errors['password']}
      />
    </>
  );
}
