import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { RetentionController } from '../retention.controller.ts';

type Props = PropsOf<RetentionController['show']>;

export function Page({ days, fewestDays, mostDays }: Props): ReactNode {
  return (
    <>
      <h1 className="page-title">Retention</h1>
      <Days key={days} days={days} fewestDays={fewestDays} mostDays={mostDays} />
    </>
  );
}

function Days({ days, fewestDays, mostDays }: Omit<Props, 'name'>): ReactNode {
  const { errors, fields } = useSubmission('keep');
  return (
    <SavedForm action="keep" className="grid max-w-lg gap-3">
      <TextField
        name="days"
        label={`Days to keep events, ${fewestDays} to ${mostDays}`}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        defaultValue={String(fields['days'] ?? days)}
        errors={errors['days']}
      />
      <p className="text-sm text-quiet">
        After this many days, Errata removes events with their users, addresses, files and feedback.
        The day of receipt, in UTC, is the first. Issues stay with their counts, history and bars.
        When the storage budget is nearly used up, older events go earlier.
      </p>
      <p className="text-sm text-quiet">
        If you enter fewer days than now, Errata begins to remove older events within ten minutes,
        for ever.
      </p>
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}
