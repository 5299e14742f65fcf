import { to } from '#shared';
import type { PropsOf } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { Section } from '../../../../ui/section.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { OperatorAlertsController } from '../operator-alerts.controller.ts';

type Props = PropsOf<OperatorAlertsController['show']>;

export function Page({ nowMs, isMailSet, conditions, channels }: Props): ReactNode {
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">Alerts about Errata</h1>
      <p className="max-w-prose pb-4 text-sm text-quiet">
        Errata alerts its owners about its own problems: when one of these begins, each day while it
        lasts, and when it ends.
      </p>
      {!isMailSet && channels.length === 0 && (
        <Notice
          title="No alerts are sent:"
          action={<Link href={to('/settings/channels')}>Channels</Link>}
        >
          there is no channel here that is on, and mail needs SMTP_URL.
        </Notice>
      )}
      <Section id="conditions" title="What is told">
        <ul>
          {conditions.map((condition) => (
            <Condition key={condition.name} condition={condition} />
          ))}
        </ul>
      </Section>
      <Section id="to" title="To whom">
        <ul className="text-sm">
          <li>
            {isMailSet ? (
              <>
                The owners, by mail. Each can decline it under{' '}
                <Link href={to('/account/alerts')}>their own alerts</Link>.
              </>
            ) : (
              'No owner by mail: SMTP_URL is not set.'
            )}
          </li>
          {channels.map((name, index) => (
            <li key={`${index} ${name}`} className="wrap-anywhere">
              The channel {name}.
            </li>
          ))}
        </ul>
        <p className="max-w-prose pt-3 text-xs text-faint">
          Set up channels for these alerts under{' '}
          <Link href={to('/settings/channels')}>Channels</Link>. If Errata stops completely, it can
          send no alert: for that case, set HEARTBEAT_URL to a monitoring service elsewhere.
        </p>
      </Section>
    </NowProvider>
  );
}

function Condition({ condition }: { readonly condition: Props['conditions'][number] }): ReactNode {
  const { name, title, when, isOn, sinceMs } = condition;
  const [since] = sinceMs;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-t border-rule py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <span className="font-semibold">{title}</span>
        {!isOn && <span className="ml-2 text-xs text-faint">off</span>}
        <p className="text-sm text-quiet">{when}</p>
        {since !== undefined && (
          <p className="text-sm">
            {'Began '}
            <RelativeTime atMs={since} />
            {sinceMs.length > 1 && `, lasts in ${sinceMs.length} relays`}
            {'. '}
            <Link href={to('/settings/operation')}>Operation</Link>
          </p>
        )}
      </div>
      <NotedForm action="switch">
        <input type="hidden" name="condition" value={name} />
        <input type="hidden" name="to" value={isOn ? 'off' : 'on'} />
        <Button aria-label={`Switch ${isOn ? 'off' : 'on'} “${title}”`}>
          {isOn ? 'Switch off' : 'Switch on'}
        </Button>
      </NotedForm>
    </li>
  );
}
