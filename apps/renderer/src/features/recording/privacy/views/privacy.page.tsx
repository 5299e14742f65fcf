import { useFormAction, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextArea } from '../../../../ui/forms/text-area.tsx';
import { useCurrentResult } from '../../../../ui/forms/use-current-result.ts';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { PrivacyController } from '../privacy.controller.ts';
import type { PreviewPrivacyAction } from '../privacy.dto.ts';
import { Preview } from './preview.tsx';

type Props = PropsOf<PrivacyController['show']>;

const ADDRESSES = [
  ['shorten', 'Shortened: without the last octet, or the last 80 bits'],
  ['keep', 'Kept as they are'],
  ['drop', 'Dropped'],
] as const;

const SWITCH = [
  ['no', 'Kept'],
  ['yes', 'Hidden'],
] as const;

export function Page({ rules }: Props): ReactNode {
  const { errors, ...preview } = useSubmission<PreviewPrivacyAction>('preview');
  const result = useCurrentResult(preview.result, JSON.stringify(rules));
  return (
    <>
      <h1 className="page-title">Privacy</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        Before Errata stores an event, it replaces secrets by [Filtered]. Secrets are known by the
        name of their field (password, token, api key, cookie and more) and by their form (card
        numbers, keys, credentials and more). Attachments are stored unchanged.
      </p>
      <RulesForm
        key={JSON.stringify(result?.rules ?? rules)}
        rules={result?.rules ?? rules}
        errors={errors}
      />
      {result && <Preview result={result} />}
    </>
  );
}

type TypedFields = Readonly<Record<string, string | readonly string[] | undefined>>;
type Errors = ReturnType<typeof useSubmission<PreviewPrivacyAction>>['errors'];

function RulesForm({
  rules,
  errors: ofPreview,
}: {
  readonly rules: Props['rules'];
  readonly errors: Errors;
}): ReactNode {
  const { errors: ofSave, fields: ofSaved } = useSubmission('save');
  const { fields: ofPreviewed, result } = useSubmission<PreviewPrivacyAction>('preview');
  // A form that is refused without scripts comes back in a new page, which shows what was typed.
  // After a preview, `rules` are the tried rules, so the typed fields are not needed.
  const fields: TypedFields = result ? {} : { ...ofPreviewed, ...ofSaved };
  const errors = { ...ofPreview, ...ofSave } as Readonly<Record<string, readonly string[]>>;
  const lines = (name: 'hiddenNames' | 'safeNames' | 'openPaths', entries: readonly string[]) => ({
    name,
    spellCheck: false,
    autoCapitalize: 'none',
    defaultValue: String(fields[name] ?? entries.join('\n')),
    errors: errors[name],
  });
  const choice = (name: 'hidesMail' | 'hidesIban') => ({
    name,
    options: SWITCH,
    defaultValue: String(fields[name] ?? (rules[name] ? 'yes' : 'no')),
    errors: errors[name],
  });
  return (
    <SavedForm action="save" isUnsaved={result !== undefined} className="grid max-w-lg gap-3">
      <TextArea
        {...lines('hiddenNames', rules.secretNames)}
        label="Fields to hide"
        hint="Enter one name of a field a line: customer number hides customerNumber and X-Customer-Number, too."
      />
      <TextArea
        {...lines('safeNames', rules.safeNames)}
        label="Names that are safe"
        hint="Enter one name a line. Errata does not change texts in fields with exactly these names."
      />
      <TextArea
        {...lines('openPaths', rules.openPaths)}
        label="Fields in which nothing is hidden"
        hint="Enter one field a line, as events show them: extra.debug, request.headers.X-Token."
      />
      <SelectField {...choice('hidesMail')} label="Mail addresses" />
      <SelectField {...choice('hidesIban')} label="Bank accounts (IBAN)" />
      <SelectField
        name="addresses"
        label="Network addresses of people"
        options={ADDRESSES}
        defaultValue={String(fields['addresses'] ?? rules.addresses)}
        errors={errors['addresses']}
      />
      <div className="flex flex-wrap gap-2">
        <Button isPrimary>Save</Button>
        <Button formAction={useFormAction('preview')}>Try on the last 100 events</Button>
      </div>
    </SavedForm>
  );
}
