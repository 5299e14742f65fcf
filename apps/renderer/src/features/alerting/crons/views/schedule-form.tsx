import type { ReactNode } from 'react';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { MonitorFields } from '../crons.dto.ts';

const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'].map(
  (unit) => [unit, `${unit}s`] as const,
);

export function ScheduleFields({
  fields,
  errors,
}: {
  readonly fields: MonitorFields;
  readonly errors: Readonly<Record<string, readonly string[] | undefined>>;
}): ReactNode {
  const text = (name: keyof MonitorFields, label: string, hint?: string): ReactNode => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      defaultValue={fields[name]}
      errors={errors[name]}
      autoComplete="off"
      spellCheck={false}
    />
  );
  return (
    <>
      {text('name', 'Name')}
      {/* CSS hides the fields of the schedule type that is not chosen. The server ignores these
         fields. */}
      <fieldset className="schedule grid gap-2">
        <legend className="mb-1 text-sm text-quiet">Runs</legend>
        <Way value="crontab" chosen={fields.type}>
          At the times of a crontab
        </Way>
        <div className="schedule-crontab">
          {text(
            'crontab',
            'Crontab',
            'Five fields, such as 0 2 * * * for every day at 02:00, or a name such as @daily.',
          )}
          {text('timeZone', 'Time zone of the crontab', 'A name like Europe/Berlin.')}
        </div>
        <Way value="interval" chosen={fields.type}>
          A fixed time after the run before
        </Way>
        <div className="schedule-interval">
          {text('every', 'Every')}
          <SelectField name="unit" label="Unit" options={UNITS} defaultValue={fields.unit} />
        </div>
      </fieldset>
      <div className="grid gap-3 sm:grid-cols-2">
        {text(
          'margin',
          'May start late by',
          'Minutes. After that the run counts as missed. SDKs: checkin_margin.',
        )}
        {text(
          'runtime',
          'May run for',
          'Minutes. After that the run counts as timed out. SDKs: max_runtime.',
        )}
        {text(
          'failures',
          'Failed runs that open an issue',
          'In a row. SDKs: failure_issue_threshold.',
        )}
        {text('recoveries', 'Good runs that resolve it', 'In a row. SDKs: recovery_threshold.')}
      </div>
    </>
  );
}

function Way({
  value,
  chosen,
  children,
}: {
  readonly value: MonitorFields['type'];
  readonly chosen: MonitorFields['type'];
  readonly children: ReactNode;
}): ReactNode {
  return (
    <label className="flex items-center gap-2 text-sm pointer-coarse:min-h-11">
      <input
        type="radio"
        name="type"
        value={value}
        defaultChecked={value === chosen}
        className="size-4 accent-ink"
      />
      {children}
    </label>
  );
}
