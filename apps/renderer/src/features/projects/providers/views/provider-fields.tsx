import type { ReactNode } from 'react';
import { TextField } from '../../../../ui/forms/text-field.tsx';

interface ProviderFieldsProps {
  readonly errors: Readonly<Record<string, readonly string[] | undefined>>;
  readonly fields: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly isChange?: boolean;
}

export function ProviderFields({ errors, fields, isChange }: ProviderFieldsProps): ReactNode {
  const text = (name: string, otherwise = ''): string => String(fields[name] ?? otherwise);
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="As the button says it: “Sign in with Acme”."
        required
        maxLength={50}
        autoComplete="off"
        defaultValue={text('name')}
        errors={errors['name']}
      />
      <TextField
        name="issuer"
        label="Issuer"
        hint="The address whose /.well-known/openid-configuration describes the provider."
        type="url"
        required
        autoComplete="off"
        defaultValue={text('issuer')}
        errors={errors['issuer']}
      />
      <TextField
        name="clientId"
        label="Client id"
        required
        autoComplete="off"
        spellCheck={false}
        defaultValue={text('clientId')}
        errors={errors['clientId']}
      />
      <TextField
        name="clientSecret"
        label="Client secret"
        hint={
          isChange ? 'Blank: the secret stays.' : 'It is stored encrypted, and not shown again.'
        }
        type="password"
        required={!isChange}
        autoComplete="off"
        errors={errors['clientSecret']}
      />
      <TextField
        name="domains"
        label="Domains that may come in without an invitation"
        hint="Blank: none. Only addresses that the provider has verified count."
        placeholder="example.org"
        autoComplete="off"
        defaultValue={text('domains')}
        errors={errors['domains']}
      />
      <TrustField isOn={text('trustsAddresses') === 'on'} />
      <TextField
        name="sessionDays"
        label="Days until a session ends"
        hint="1 to 30, for sessions that begin from now on. Each day Errata asks the provider whether the person may go on."
        type="number"
        min={1}
        max={30}
        required
        autoComplete="off"
        defaultValue={text('sessionDays', '30')}
        errors={errors['sessionDays']}
      />
      <TextField
        name="groupsClaim"
        label="Claim that names groups"
        autoComplete="off"
        spellCheck={false}
        defaultValue={text('groupsClaim', 'groups')}
        errors={errors['groupsClaim']}
      />
    </>
  );
}

function TrustField({ isOn }: { readonly isOn: boolean }): ReactNode {
  return (
    <div className="grid gap-1">
      <label className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
        <input
          type="checkbox"
          name="trustsAddresses"
          value="on"
          defaultChecked={isOn}
          className="size-4"
        />
        Its addresses are verified
      </label>
      <p className="max-w-prose text-xs text-faint">
        For a provider that sends neither the claim email_verified nor xms_edov. It holds for the
        domains above. Leave it off where people choose their own address at the provider: they
        could come in with that of somebody else.
      </p>
    </div>
  );
}
