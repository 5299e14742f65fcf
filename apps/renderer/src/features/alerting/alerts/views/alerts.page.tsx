import type { Address, PropsOf } from '#shared';
import { to } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { AlertsController } from '../alerts.controller.ts';

type Props = PropsOf<AlertsController['list']>;

export function Page(props: Props): ReactNode {
  const { slug, nowMs, rules, isNobodyTold, isMailSet } = props;
  return (
    <NowProvider nowMs={nowMs}>
      <div className="page-head">
        <h1 className="text-xl">Alerts</h1>
        <Link href={toRule(slug, 'new')} className="button button-primary no-underline">
          Add a rule
        </Link>
      </div>
      {isNobodyTold && (
        <Notice title="No alerts are sent:" action={<Remedy {...props} />}>
          {isMailSet
            ? 'every rule is switched off, or has neither a channel nor members by mail.'
            : 'no rule that is switched on has a channel, and mail needs SMTP_URL.'}
        </Notice>
      )}
      {rules.length === 0 && <p className="text-quiet">There are no rules.</p>}
      <ul className="border-t border-rule">
        {rules.map((rule) => (
          <Rule key={rule.id} rule={rule} href={toRule(slug, rule.id)} />
        ))}
      </ul>
      <ul className="grid max-w-prose list-disc gap-1 py-4 pl-5 text-xs text-faint">
        <li>The first alert goes out at once. Alerts of the next minute share one message.</li>
        <li>
          After an alert about an issue, the rule pauses for that issue and reason. Then it sends
          what came meanwhile.
        </li>
        <li>
          The first rule of a project sends ten alerts at once in the project’s first hour, and the
          rest of that hour as one summary.
        </li>
        <li>
          Members choose which mail they get, and in which hours none comes, under{' '}
          <Link href={to('/account/alerts')}>Your alerts</Link>.
        </li>
      </ul>
    </NowProvider>
  );
}

function Remedy({ slug, rules, hasChannels }: Props): ReactNode {
  if (!hasChannels) {
    return <Link href={to('/settings/projects/:slug/channels', { slug })}>Channels</Link>;
  }
  const rule = rules.find(({ isEnabled }) => isEnabled) ?? rules[0];
  return rule ? (
    <Link href={toRule(slug, rule.id)}>{rule.name}</Link>
  ) : (
    <Link href={toRule(slug, 'new')}>Add a rule</Link>
  );
}

function Rule({
  rule,
  href,
}: {
  readonly rule: Props['rules'][number];
  readonly href: Address;
}): ReactNode {
  const { id, name, isEnabled, sentence, reachesNobody, lastAlertedMs } = rule;
  const state = `${isEnabled ? 'On' : 'Off'}${reachesNobody ? ', reaches nobody' : ''} · ${name}`;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 border-b border-rule py-3">
      <div className="min-w-0 flex-1 basis-72 wrap-anywhere">
        <Link href={href} className={isEnabled ? '' : 'text-quiet'}>
          {sentence}
        </Link>
        <p className="text-xs text-faint">
          {lastAlertedMs === undefined ? (
            `${state} · told nothing in 14 days`
          ) : (
            <>
              {`${state} · last told `}
              <RelativeTime atMs={lastAlertedMs} />
            </>
          )}
        </p>
      </div>
      <NotedForm action="switch">
        <input type="hidden" name="rule" value={id} />
        <input type="hidden" name="to" value={isEnabled ? 'off' : 'on'} />
        <Button aria-label={`Switch ${isEnabled ? 'off' : 'on'} ${name}`}>
          {isEnabled ? 'Switch off' : 'Switch on'}
        </Button>
      </NotedForm>
    </li>
  );
}

function toRule(slug: string, rule: number | 'new'): Address {
  return to('/settings/projects/:slug/alerts/:rule', { slug, rule });
}
