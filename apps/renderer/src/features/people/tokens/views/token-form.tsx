import { useSubmission } from '#client-runtime';
import { scopes } from '#product/people/accounts/rules';
import type { Scope } from '#product/people/accounts/rules';
import { tokenLimits } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { TokensProps } from '../tokens.dto.ts';

const WORDS: Readonly<Record<Scope, string>> = {
  'org:ci': 'upload source maps, report releases and deploys',
  'org:read': 'read names of projects, and releases',
  'project:read': 'read projects and releases',
  'project:write': 'change settings and keys of projects',
  'project:releases': 'upload source maps, report releases and deploys',
  'event:read': 'read issues and events',
  'event:write': 'resolve, mute, assign and comment on issues',
  'event:admin': 'delete issues, too',
  'member:read': 'read names of people',
};

const LIFETIMES = [
  ['', 'never'],
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
] as const;

export function TokenForm({ isOfOrganisation }: Pick<TokensProps, 'isOfOrganisation'>): ReactNode {
  const { errors, fields } = useSubmission('make-token');
  const usual: readonly string[] = isOfOrganisation ? ['org:ci'] : ['project:releases'];
  const chosen = fields['scopes'] === undefined ? usual : [fields['scopes']].flat().map(String);
  return (
    <NotedForm action="make-token" className="grid max-w-md gap-3">
      <FieldErrors id="token-errors" errors={errors['']} />
      <TextField
        name="name"
        label="Name"
        hint="The program that uses it, as in: CI of the shop"
        autoComplete="off"
        required
        maxLength={100}
        defaultValue={String(fields['name'] ?? '')}
        errors={errors['name']}
      />
      <fieldset aria-describedby="scopes-errors" className="grid gap-1">
        <legend className="mb-1 text-sm text-quiet">Scopes</legend>
        {scopes.map((scope) => (
          <label key={scope} className="flex items-baseline gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name="scopes[]"
              value={scope}
              defaultChecked={chosen.includes(scope)}
              className="size-4 shrink-0 self-center"
            />
            <span className="min-w-0">
              {WORDS[scope]}{' '}
              <code translate="no" className="font-mono text-xs text-faint">
                {scope}
              </code>
            </span>
          </label>
        ))}
        <FieldErrors id="scopes-errors" errors={errors['scopes']} />
      </fieldset>
      <SelectField
        name="days"
        label="It expires"
        options={LIFETIMES}
        defaultValue={String(fields['days'] ?? (isOfOrganisation ? '' : tokenLimits.personalDays))}
        errors={errors['days']}
      />
      <div>
        <Button isPrimary>Make the token</Button>
      </div>
    </NotedForm>
  );
}
