import { Link, useSubmission } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { Facts } from '../../../../ui/facts.tsx';
import type { Fact } from '../../../../ui/facts.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { formatExactCount } from '../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../ui/section.tsx';
import { Live } from '../../../../ui/live.tsx';
import { Danger } from '../../../../ui/settings/danger.tsx';
import { SavedForm } from '../../../../ui/settings/saved-form.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { MonitorController } from '../monitor.controller.ts';
import type { ChangeMonitorAction, MonitorFields } from '../crons.dto.ts';
import { State } from './monitor-state.tsx';
import { Runs } from './runs.tsx';
import { ScheduleFields } from './schedule-form.tsx';
import { Snippets } from './snippets.tsx';

type Props = PropsOf<MonitorController['show']>;

export function Page(props: Props): ReactNode {
  const { nowMs, name, problem, shown, environments, mayMute, mayChange, snippets } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <Live />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 pb-4">
        <div className="min-w-0">
          <p className="page-crumb">
            <Link href="/crons" className="inline-flex items-center pointer-coarse:min-h-11">
              Crons
            </Link>
            <span>· {props.project.name}</span>
          </p>
          <h1 className="text-xl wrap-anywhere">{name}</h1>
        </div>
        <div className="flex flex-wrap gap-2 pt-2">
          {mayMute && props.state !== 'disabled' && <Switch action="mute" {...toMute(props)} />}
          {mayChange && <Switch action="switch" {...toSwitch(props)} />}
        </div>
      </div>
      {problem !== undefined && (
        <Notice title="The last schedule that a check-in sent does not apply:">{problem}</Notice>
      )}
      {environments.length > 1 && (
        <nav aria-label="Environments" className="flex flex-wrap gap-x-4 pb-2 text-sm">
          {environments.map((each) => (
            <Link
              key={each.name}
              href={each.href}
              aria-current={each.isShown ? 'page' : undefined}
              className="inline-flex items-center wrap-anywhere aria-[current]:font-semibold pointer-coarse:min-h-11"
            >
              {each.name}
            </Link>
          ))}
        </nav>
      )}
      <MonitorHead {...props} />
      <Section id="runs" title="Last runs">
        {shown ? (
          <Runs {...shown} />
        ) : (
          <p className="text-quiet">
            No check-in has arrived yet. From the first one on, Errata expects runs on schedule.
          </p>
        )}
      </Section>
      {mayChange && <Schedule {...props} />}
      {snippets.length > 0 && (
        <Section id="send" title="How to send check-ins">
          <Snippets snippets={snippets} />
        </Section>
      )}
      {mayChange && <Removal slug={props.slug} runs={props.runs} />}
    </NowProvider>
  );
}

function toMute({ state }: Props) {
  return state === 'muted'
    ? ({ to: 'active', label: 'Unmute' } as const)
    : ({ to: 'muted', label: 'Mute' } as const);
}

function toSwitch({ state }: Props) {
  return state === 'disabled'
    ? ({ to: 'active', label: 'Switch on' } as const)
    : ({ to: 'disabled', label: 'Switch off' } as const);
}

function Switch({
  action,
  to,
  label,
}: {
  readonly action: 'mute' | 'switch';
  readonly to: Props['state'];
  readonly label: string;
}): ReactNode {
  return (
    <NotedForm action={action}>
      <input type="hidden" name="to" value={to} />
      <Button>{label}</Button>
    </NotedForm>
  );
}

const ORIGINS = {
  nobody:
    'No check-in has brought a schedule yet. Once you have saved one, check-ins do not change it.',
  'check-ins':
    'Check-ins brought this schedule, and may change it. Once you have saved this form, they do not.',
  people: 'People have set this schedule. Check-ins that bring another one do not change it.',
} as const;

function Schedule({ fields, scheduledBy }: Props): ReactNode {
  const { errors, fields: sent } = useSubmission<ChangeMonitorAction>('change');
  return (
    <Section id="schedule" title="Schedule">
      <p className="max-w-prose pb-2 text-sm text-quiet">{ORIGINS[scheduledBy]}</p>
      <SavedForm action="change" className="grid max-w-lg gap-3">
        <ScheduleFields fields={{ ...fields, ...sent } as MonitorFields} errors={errors} />
        <div>
          <Button isPrimary>Save</Button>
        </div>
      </SavedForm>
    </Section>
  );
}

function Removal({ slug, runs }: Pick<Props, 'slug' | 'runs'>): ReactNode {
  return (
    <Danger
      title="Remove the monitor"
      consequences={`${runs === 1 ? '1 run goes' : `${formatExactCount(runs)} runs go`} with it. Its issues stay. You cannot undo this; a check-in of this slug makes the monitor anew, without its runs.`}
      action="remove"
      name="slug"
      word={slug}
    />
  );
}

function MonitorHead({ slug, schedule, bounds, state, shown }: Props): ReactNode {
  const facts: readonly Fact[] = [
    ['State', <State key="state" row={shown ?? { state, isFailing: false }} />],
    ['Schedule', bounds === '' ? schedule : `${schedule}; ${bounds}`],
    [
      'Slug',
      <code translate="no" key="slug" className="font-mono text-xs">
        {slug}
      </code>,
    ],
    ...(shown?.environment === undefined ? [] : [['Environment', shown.environment] as const]),
    ...(shown?.lastRunMs === undefined
      ? []
      : [['Last run', <RelativeTime key="last" atMs={shown.lastRunMs} />] as const]),
    ...(shown?.nextMs === undefined
      ? []
      : [['Next', <Moment key="next" atMs={shown.nextMs} />] as const]),
    ...(shown?.issue === undefined
      ? []
      : [
          [
            'Issue',
            <Link key="issue" href={shown.issue}>
              the issue of its failures
            </Link>,
          ] as const,
        ]),
  ];
  return (
    <div className="max-w-prose pb-4">
      <Facts facts={facts} />
    </div>
  );
}
