import { to } from '#shared';
import { Form, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { CodeField } from './code-field.tsx';

interface SignInFormProps {
  readonly leadsTo: string;
  readonly isInPlace?: boolean;
}

export function SignInForm({ leadsTo, isInPlace }: SignInFormProps): ReactNode {
  const { errors, fields } = useSubmission('sign-in');
  const staysHere = isInPlace || fields['inPlace'] !== undefined;
  return (
    <Form
      action="sign-in"
      at={to('/sign-in', {}, { query: { to: leadsTo } })}
      reloadDocument
      className="grid max-w-sm gap-4"
    >
      <FieldErrors id="sign-in-errors" errors={errors['']} isAlert />
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={fields['email'] === undefined}
        required
        defaultValue={String(fields['email'] ?? '')}
        errors={errors['email']}
      />
      <TextField
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
        autoFocus={fields['email'] !== undefined}
        required
        errors={errors['password']}
      />
      {staysHere && <input type="hidden" name="inPlace" value="on" />}
      {errors['code'] && <CodeField errors={errors['code']} />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button isPrimary>Sign in</Button>
        <Link
          href="/forgotten-password"
          prefetch="none"
          className="inline-flex items-center text-xs pointer-coarse:min-h-11"
        >
          Forgotten your password?
        </Link>
      </div>
    </Form>
  );
}
