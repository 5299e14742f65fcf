import { Form, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { SetupController } from '../setup.controller.ts';
import { FindingTheLink } from './finding-the-link.tsx';
import { NewAccountFields } from './new-account-fields.tsx';

type Props = PropsOf<SetupController['show']>;

export function Page({ token }: Props): ReactNode {
  const { errors, fields } = useSubmission('set-up');
  return (
    <div className="mx-auto grid max-w-sm gap-6 py-12 sm:py-20">
      <div className="grid gap-2">
        <h1 className="text-xl">Set up Errata</h1>
        <p className="text-quiet">
          Errata has no owner yet. You become its owner, with every right. You can invite other
          owners later.
        </p>
        {token === '' && <FindingTheLink />}
      </div>
      <Form action="set-up" reloadDocument className="grid gap-4">
        <FieldErrors id="set-up-errors" errors={errors['']} />
        <TextField
          name="token"
          label="Token"
          hint="The token is the last part of the link that Errata printed."
          autoComplete="off"
          autoFocus={token === ''}
          required
          defaultValue={String(fields['token'] ?? token)}
          errors={errors['token']}
        />
        <NewAccountFields errors={errors} fields={fields} hasFocus={token !== ''} />
        <div>
          <Button isPrimary>Set up</Button>
        </div>
      </Form>
    </div>
  );
}
