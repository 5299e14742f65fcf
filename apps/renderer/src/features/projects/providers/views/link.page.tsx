import { Form, Link, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { LinkController } from '../flow/link.controller.ts';
import type { LinkAction } from '../providers.dto.ts';

type Props = PropsOf<LinkController['show']>;

export function Page({ id, provider, identity, replaced, email, needsCode }: Props): ReactNode {
  const { errors } = useSubmission<LinkAction>('link');
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <div className="grid gap-2">
        <h1 className="text-xl">Link your account</h1>
        <p className="text-quiet">
          {`${provider} knows you as ${identity}. To sign in so to the account ${email}, which is there already, enter its password once.`}
        </p>
        {replaced !== undefined && (
          <p className="text-quiet">{`It takes the place of ${replaced}, whose sessions end.`}</p>
        )}
      </div>
      <Form action="link" reloadDocument className="grid gap-4">
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <FieldErrors id="link-errors" errors={errors['']} isAlert />
        <TextField
          name="password"
          label="Password of the account"
          type="password"
          autoComplete="current-password"
          autoFocus
          required
          errors={errors.password}
        />
        {needsCode && (
          <TextField
            name="code"
            label="Code of your app, or a recovery code"
            autoComplete="one-time-code"
            required
            errors={errors.code}
          />
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button isPrimary>Link and sign in</Button>
          <Link href="/sign-in" prefetch="none" className="text-xs">
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}
