import { useSubmission } from '#client-runtime';
import { reportLimits } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { KeyRow, KeysProps } from '../keys.dto.ts';

/** How much each key may send in a minute. */
export function KeyRates({ keys }: Pick<KeysProps, 'keys'>): ReactNode {
  const { errors } = useSubmission('limit-key');
  return (
    <div className="grid gap-4">
      <p className="text-xs text-faint">
        Enter the most reports a minute. Beyond it, the relay tells SDKs to wait until the minute is
        over. Blank means the relay’s rate for all keys.
      </p>
      <FieldErrors id="key-rates-errors" errors={errors['']} />
      <ul>
        {keys.map((row) => (
          <KeyRate key={`${row.publicKey} ${row.reportsPerMinute}`} of={row} />
        ))}
      </ul>
    </div>
  );
}

function KeyRate({ of: key }: { readonly of: KeyRow }): ReactNode {
  const { publicKey, reportsPerMinute, scope } = key;
  const { errors, fields } = useSubmission('limit-key');
  // Every key has this form: what is said of one is not said of the others.
  const isMeant = fields['key'] === publicKey;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-rule py-1.5 first:border-t-0">
      <code className="min-w-0 flex-1 basis-56 font-mono text-xs wrap-anywhere text-quiet">
        {publicKey}
      </code>
      {scope === 'errors' && (
        <p className="text-xs text-faint">
          accepts only errors; blank means at most {reportLimits.errorKeyPerMinute}
        </p>
      )}
      <NotedForm action="limit-key" className="flex items-start gap-1">
        <input type="hidden" name="key" value={publicKey} />
        <TextField
          name="rate"
          label={`Reports in a minute by key ${publicKey}`}
          isLabelHidden
          inputMode="numeric"
          size={9}
          maxLength={9}
          autoComplete="off"
          defaultValue={String((isMeant ? fields['rate'] : undefined) ?? reportsPerMinute ?? '')}
          errors={isMeant ? errors['rate'] : undefined}
        />
        <Button aria-label={`Save rate of key ${publicKey}`}>Save</Button>
      </NotedForm>
    </li>
  );
}
