import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link, useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { LimitsController } from '../settings/limits/limits.controller.ts';

type Props = PropsOf<LimitsController['show']>;

export function Page(props: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">Limits</h1>
      <Limits key={JSON.stringify(props)} {...props} />
    </>
  );
}

function Limits({ slug, reportsPerMinute, allowedOrigins = [], version }: Props): ReactNode {
  const { errors, fields } = useSubmission('save');
  return (
    <SavedForm action="save" className="grid max-w-lg gap-4">
      <input type="hidden" name="version" value={String(fields['version'] ?? version)} />
      <TextField
        name="rate"
        label="Reports a minute, all keys together"
        hint="Beyond it, the relay tells SDKs to wait until the minute is over. Blank means the relay’s rate for all projects."
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        defaultValue={String(fields['rate'] ?? reportsPerMinute ?? '')}
        errors={errors['rate']}
      />
      <p className="text-sm text-quiet">
        Each key may have{' '}
        <Link href={to('/settings/projects/:slug/keys', { slug })} prefetch="intent">
          a rate of its own
        </Link>
        .
      </p>
      <TextArea
        name="origins"
        label="Only pages of these origins may report"
        hint="Enter one origin a line: https://app.example.com, app.example.com for every scheme and port, *.example.com for subdomains. For apps and extensions enter the whole origin, such as capacitor://localhost. Blank allows every origin. Senders without an origin, such as servers, may always report."
        spellCheck={false}
        autoCapitalize="none"
        defaultValue={String(fields['origins'] ?? allowedOrigins.join('\n'))}
        errors={errors['origins']}
      />
      <FieldErrors id="limits-errors" errors={errors['']} />
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}
