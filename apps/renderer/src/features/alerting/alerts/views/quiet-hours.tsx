import { useSubmission } from '#client-runtime';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { PersonalAlertsProps, SavePersonalAlertsAction } from '../personal-alerts.dto.ts';
import { Check } from '../../../../ui/forms/check.tsx';

const NIGHT = { fromMinute: 22 * 60, toMinute: 7 * 60 };

export function QuietHours({ alerts: { quiet } }: Pick<PersonalAlertsProps, 'alerts'>): ReactNode {
  const { errors, fields } = useSubmission<SavePersonalAlertsAction>('save');
  const { zone } = useContext(TimeFormatContext);
  const { fromMinute, toMinute } = quiet ?? NIGHT;
  return (
    <div className="grid max-w-lg grid-cols-2 items-start gap-3">
      <div className="col-span-2">
        <Check
          name="quiet"
          value="on"
          label="No mail in these hours. What came up then comes in one mail at their end."
          isOn={'from' in fields ? fields.quiet === 'on' : quiet !== undefined && !quiet.isOff}
        />
      </div>
      <TextField
        name="from"
        label="From"
        type="time"
        defaultValue={toText(fields.from) ?? toTime(fromMinute)}
        errors={errors.from}
      />
      <TextField
        name="until"
        label="Until"
        type="time"
        defaultValue={toText(fields.until) ?? toTime(toMinute)}
        errors={errors.until}
      />
      <div className="col-span-2">
        <TextField
          name="timeZone"
          label="Time zone"
          hint="A name like Europe/Berlin or America/New_York."
          spellCheck={false}
          defaultValue={toText(fields.timeZone) ?? quiet?.timeZone ?? zone}
          errors={errors.timeZone}
        />
      </div>
    </div>
  );
}

function toText(sent: string | readonly string[] | undefined): string | undefined {
  return sent === undefined ? undefined : String(sent);
}

function toTime(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}
