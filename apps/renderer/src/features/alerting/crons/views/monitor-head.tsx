import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { Facts } from '../../../../ui/facts.tsx';
import type { Fact } from '../../../../ui/facts.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { MonitorProps } from '../crons.dto.ts';
import { State } from './monitor-state.tsx';

export function MonitorHead({ slug, schedule, bounds, state, shown }: MonitorProps): ReactNode {
  const facts: readonly Fact[] = [
    ['State', <State key="state" row={shown ?? { state, isFailing: false }} />],
    ['Schedule', bounds === '' ? schedule : `${schedule}; ${bounds}`],
    [
      'Slug',
      <code key="slug" className="font-mono text-xs">
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
