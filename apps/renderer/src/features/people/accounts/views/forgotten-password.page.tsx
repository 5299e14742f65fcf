import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Form, Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { ForgottenPasswordController } from '../passwords/forgotten-password.controller.ts';
import type { AskResetAction } from '../password-reset.dto.ts';

type Props = PropsOf<ForgottenPasswordController['show']>;

export function Page({ isMailSet }: Props): ReactNode {
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <h1 className="text-xl">Forgotten password</h1>
      {isMailSet ? <Ask /> : <Unset />}
      <p>
        <Link href={to('/sign-in')} prefetch="none">
          Sign in
        </Link>
      </p>
    </div>
  );
}

function Ask(): ReactNode {
  const { result, errors, fields } = useSubmission<AskResetAction>('ask-reset');
  if (result) return <Asked email={result.email} />;
  return (
    <Form action="ask-reset" className="grid gap-4">
      <FieldErrors id="reset-errors" errors={errors['']} isAlert />
      <TextField
        name="email"
        label="Email"
        type="email"
        hint="Errata mails you a link by which you choose another password."
        autoComplete="username"
        autoFocus
        required
        defaultValue={String(fields.email ?? '')}
        errors={errors['email']}
      />
      <div>
        <Button isPrimary>Mail me a link</Button>
      </div>
    </Form>
  );
}

function Asked({ email }: { readonly email: string }): ReactNode {
  return (
    <div role="status" className="grid gap-2 wrap-anywhere">
      <p>{`If there is an account with ${email}, a link is on its way. It works once, within an hour.`}</p>
      <p className="text-quiet">
        Nothing came? Look among the unwanted mail, or ask an owner of Errata: owners can make such
        a link, too.
      </p>
    </div>
  );
}

function Unset(): ReactNode {
  return (
    <p>
      This Errata sends no mail. Ask an owner: under Settings, People, owners can make a link by
      which you choose another password.
    </p>
  );
}
