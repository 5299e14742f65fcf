import { useSubmission } from '#client-runtime';
import { reportLimits } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { KeyRow } from '../keys.dto.ts';

export function KeyRate({ of: key }: { readonly of: KeyRow }): ReactNode {
  const { publicKey, reportsPerMinute, scope } = key;
  const { errors, fields } = useSubmission('limit-key');
  // Every key has a form of this kind, so only the form of the submitted key shows the error.
  const isMeant = fields['key'] === publicKey;
  return (
    <NotedForm action="limit-key" className="flex items-center gap-2">
      <input type="hidden" name="key" value={publicKey} />
      <span aria-hidden="true" className="text-xs text-faint">
        Limit per minute
      </span>
      <TextField
        name="rate"
        label={`Limit per minute of key ${publicKey}`}
        isLabelHidden
        inputMode="numeric"
        size={7}
        maxLength={9}
        placeholder={scope === 'errors' ? String(reportLimits.errorKeyPerMinute) : undefined}
        autoComplete="off"
        defaultValue={String((isMeant ? fields['rate'] : undefined) ?? reportsPerMinute ?? '')}
        errors={isMeant ? errors['rate'] : undefined}
      />
      <Button aria-label={`Save rate of key ${publicKey}`}>Save</Button>
    </NotedForm>
  );
}
