import { useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import type { PersonalAlertsController } from '../personal/personal-alerts.controller.ts';
import type { SavePersonalAlertsAction } from '../personal-alerts.dto.ts';
import { Check } from '../../../../ui/forms/check.tsx';
import { QuietHours } from './quiet-hours.tsx';

type Props = PropsOf<PersonalAlertsController['show']>;

const CHOICES = [
  ['ofProjects', 'Alerts that rules of my projects send to members'],
  ['assigned', 'An issue is assigned to me'],
  ['mentioned', 'A comment mentions me by @name or by my email address'],
  ['commented', 'Somebody comments on an issue that is assigned to me, or that I commented on'],
] as const;
const OWNER_CHOICE = [
  'operator',
  'Errata itself has a problem: reports are behind, the disk fills up and the like',
] as const;

export function Page({ email, isMailSet, isOwner, alerts }: Props): ReactNode {
  const { fields } = useSubmission<SavePersonalAlertsAction>('save');
  const isSent = 'from' in fields;
  return (
    <>
      <h1 className="page-title">Your alerts</h1>
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
        <Section id="quiet" title="Quiet hours" note="at night, for instance">
          <QuietHours alerts={alerts} />
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
}: Pick<Props, 'isOwner' | 'alerts'> & {
  readonly sent: readonly string[] | undefined;
}): ReactNode {
  return [...CHOICES, ...(isOwner ? [OWNER_CHOICE] : [])].map(([value, label]) => (
    <Check
      key={value}
      name="told[]"
      value={value}
      label={label}
      isOn={sent ? sent.includes(value) : alerts[value]}
    />
  ));
}
