import { useSubmission } from '#client-runtime';
import { useContext } from 'react';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { TextField } from '../../../../ui/forms/text-field.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import { TimeFormatContext } from '../../../../ui/time/time-format.ts';
import type { PersonalAlertsProps, SavePersonalAlertsAction } from '../personal-alerts.dto.ts';
import { Check } from './check.tsx';

const TOLD = [
  ['ofProjects', 'Alerts that rules of my projects send to members'],
  ['assigned', 'An issue is assigned to me'],
  ['mentioned', 'A comment mentions me by @name or by my email address'],
  ['commented', 'Somebody comments on an issue that is assigned to me, or that I commented on'],
] as const;
const TOLD_AS_OWNER = [
  'operator',
  'Errata itself has a problem: reports are behind, the disk fills up and the like',
] as const;

/** What one is told by mail, and when not. */
export function Page({ email, isMailSet, isOwner, alerts }: PersonalAlertsProps): ReactNode {
  const { errors, fields } = useSubmission<SavePersonalAlertsAction>('save');
  const isSent = 'from' in fields;
  const { quiet } = alerts;
  const { zone } = useContext(TimeFormatContext);
  return (
    <>
      <h1 className="py-4 text-xl">Alerts</h1>
      {!isMailSet && (
        <Notice title="Nobody is told by mail:">
          SMTP_URL is not set. An operator can set it.
        </Notice>
      )}
      <SavedForm action="save" className="grid gap-6">
        <Section id="told" title="By mail" note={email}>
          <fieldset className="grid gap-1.5">
            <legend className="sr-only">What I am told by mail</legend>
            <Told
              isOwner={isOwner}
              alerts={alerts}
              sent={isSent ? [fields.told ?? []].flat() : undefined}
            />
          </fieldset>
        </Section>
        <Section id="quiet" title="Quiet hours">
          <div className="grid max-w-lg grid-cols-2 items-start gap-3">
            <TextField
              name="from"
              label="From"
              type="time"
              defaultValue={toText(fields.from) ?? toTime(quiet?.fromMinute)}
              errors={errors.from}
            />
            <TextField
              name="until"
              label="Until"
              type="time"
              defaultValue={toText(fields.until) ?? toTime(quiet?.toMinute)}
              errors={errors.until}
            />
            <div className="col-span-2">
              <TextField
                name="timeZone"
                label="Time zone"
                hint="A name like Europe/Berlin. Errata sends the alerts of the quiet hours in one mail when they end."
                spellCheck={false}
                defaultValue={toText(fields.timeZone) ?? quiet?.timeZone ?? zone}
                errors={errors.timeZone}
              />
            </div>
          </div>
        </Section>
        <div className="border-t border-rule pt-4">
          <Button isPrimary>Save</Button>
        </div>
      </SavedForm>
    </>
  );
}

function Told({
  isOwner,
  alerts,
  sent,
}: Pick<PersonalAlertsProps, 'isOwner' | 'alerts'> & {
  readonly sent: readonly string[] | undefined;
}): ReactNode {
  return [...TOLD, ...(isOwner ? [TOLD_AS_OWNER] : [])].map(([value, label]) => (
    <Check
      key={value}
      name="told[]"
      value={value}
      label={label}
      isOn={sent ? sent.includes(value) : alerts[value]}
    />
  ));
}

/** What was sent, where something was. */
function toText(sent: string | readonly string[] | undefined): string | undefined {
  return sent === undefined ? undefined : String(sent);
}

function toTime(minute: number | undefined): string {
  if (minute === undefined) return '';
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}
