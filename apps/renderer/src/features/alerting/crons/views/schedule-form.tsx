import type { ReactNode } from 'react';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import type { MonitorFields } from '../crons.dto.ts';

const TYPES = [
  ['crontab', 'at the times of a crontab'],
  ['interval', 'a fixed time after the run before'],
] as const;
const UNITS = ['minute', 'hour', 'day', 'week', 'month', 'year'].map(
  (unit) => [unit, `${unit}s`] as const,
);

/** When runs of a monitor are due, and what of them is a failure. */
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
      <SelectField name="type" label="Due" options={TYPES} defaultValue={fields.type} />
      {text(
        'crontab',
        'Crontab',
        'Five fields, such as 0 2 * * * for every day at 02:00, or a name such as @daily.',
      )}
      {text('timeZone', 'Time zone of the crontab', 'A name like Europe/Berlin.')}
      <div className="grid grid-cols-2 gap-3">
        {text('every', 'Or every')}
        <SelectField name="unit" label="Unit" options={UNITS} defaultValue={fields.unit} />
      </div>
      <div className="grid grid-cols-2 gap-3">
        {text('margin', 'Most minutes late')}
        {text('runtime', 'Most minutes long')}
        {text('failures', 'Failures that open the issue')}
        {text('recoveries', 'Successes that resolve it')}
      </div>
    </>
  );
}
