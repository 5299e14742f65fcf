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
