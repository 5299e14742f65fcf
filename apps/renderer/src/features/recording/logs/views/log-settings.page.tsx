import { logLevels } from '#shared';
import type { PropsOf } from '#shared';
import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { SelectField } from '../../../../ui/forms/select-field.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { LogSettingsController } from '../settings/log-settings.controller.ts';

type Props = PropsOf<LogSettingsController['show']>;

const LEVELS = logLevels.map((level) => [level, describeLevel(level)] as const).toReversed();

export function Page(props: Props): ReactNode {
  const { days, level } = props.settings;
  return (
    <>
      <h1 className="page-title">Logs</h1>
      <Settings key={`${days} ${level}`} {...props} />
    </>
  );
}

function Settings({ settings: { days, level }, mostDays, room }: Props): ReactNode {
  const { errors, fields } = useSubmission('save');
  return (
    <SavedForm action="save" className="grid max-w-lg gap-3">
      <TextField
        name="days"
        label={`Days to keep logs, up to ${mostDays}; 0 keeps none`}
        inputMode="numeric"
        maxLength={4}
        autoComplete="off"
        defaultValue={String(fields['days'] ?? days)}
        errors={errors['days']}
      />
      <SelectField
        name="level"
        label="Levels to keep"
        options={LEVELS}
        autoComplete="off"
        defaultValue={String(fields['level'] ?? level)}
        errors={errors['level']}
      />
      <p className="text-sm text-quiet">
        The day of receipt, in UTC, is the first. Backups contain no logs.
      </p>
      <p className="text-sm text-quiet">{room.join(' ')}</p>
      <p className="text-sm text-quiet">
        If you enter fewer days than now, Errata begins to remove older logs within ten minutes, for
        ever. Levels apply to logs that arrive from now on.
      </p>
      <div>
        <Button isPrimary>Save</Button>
      </div>
    </SavedForm>
  );
}

function describeLevel(level: (typeof logLevels)[number]): string {
  if (level === logLevels.at(-1)) return `${level}, and so all`;
  return level === logLevels[0] ? `${level} only` : `${level} and worse`;
}
