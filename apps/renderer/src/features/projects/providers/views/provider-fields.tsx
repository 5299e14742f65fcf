import type { ReactNode } from 'react';
import { formOf } from '../../../../ui/forms/form-of.tsx';
import type { AddProviderAction, ChangeProviderAction } from '../providers.dto.ts';

export const add = formOf<AddProviderAction>('add');
export const change = formOf<ChangeProviderAction>('change');

/** Both forms have these fields. */
export function ProviderFields({ isChange }: { readonly isChange?: boolean }): ReactNode {
  const { Field, Box } = change;
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint="As the button says it: “Sign in with Acme”."
        required
        maxLength={50}
        autoComplete="off"
      />
      <Field
        name="issuer"
        label="Issuer"
        hint="The address whose /.well-known/openid-configuration describes the provider."
        type="url"
        required
        autoComplete="off"
      />
      <Field name="clientId" label="Client id" required autoComplete="off" spellCheck={false} />
      <Field
        name="clientSecret"
        label="Client secret"
        hint={
          isChange ? 'Blank: the secret stays.' : 'It is stored encrypted, and not shown again.'
        }
        type="password"
        required={!isChange}
        autoComplete="off"
      />
      <Field
        name="domains"
        label="Domains that may come in without an invitation"
        hint="Blank: none. Only addresses that the provider has verified count."
        placeholder="example.org"
        autoComplete="off"
      />
      <div className="grid gap-1 text-sm">
        <Box name="trustsAddresses" value="on" label="Its addresses are verified" />
        <p className="max-w-prose text-xs text-faint">
          For a provider that sends neither the claim email_verified nor xms_edov. It holds for the
          domains above. Leave it off where people choose their own address at the provider: they
          could come in with that of somebody else.
        </p>
      </div>
      <Field
        name="sessionDays"
        label="Days until a session ends"
        hint="1 to 30, for sessions that begin from now on. Each day Errata asks the provider whether the person may go on."
        type="number"
        min={1}
        max={30}
        required
        autoComplete="off"
      />
      <Field
        name="groupsClaim"
        label="Claim that names groups"
        autoComplete="off"
        spellCheck={false}
      />
    </>
  );
}
