import { Form, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { PasswordResetController } from '../passwords/password-reset.controller.ts';
import { WithdrawTokens } from './withdraw-tokens.tsx';

type Props = PropsOf<PasswordResetController['show']>;

export function Page({ email, ...withdrawable }: Props): ReactNode {
  const { errors } = useSubmission('reset-password');
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <div className="grid gap-2 wrap-anywhere">
        <h1 className="text-xl">New password</h1>
        <p className="text-quiet">{`The new password is for ${email}. Saving it signs you out in every other browser.`}</p>
      </div>
      <Form action="reset-password" reloadDocument className="grid gap-4">
        <FieldErrors id="reset-errors" errors={errors['']} isAlert />
        {/* Password managers need the user name to know which entry to update. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          name="password"
          label="New password"
          type="password"
          hint="At least 10 characters."
          autoComplete="new-password"
          autoFocus
          required
          minLength={10}
          errors={errors['password']}
        />
        <WithdrawTokens action="reset-password" {...withdrawable} />
        <div>
          <Button isPrimary>Save and sign in</Button>
        </div>
      </Form>
    </div>
  );
}
