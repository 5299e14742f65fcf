import type { ReactNode } from 'react';
import { Moment } from '../../../../ui/time/moment.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseProps } from '../release-health.dto.ts';

export function Deploys({ environments }: Pick<ReleaseProps, 'environments'>): ReactNode {
  if (environments.length === 0) {
    return (
      <p className="text-sm text-quiet">
        Nobody has reported a deploy.{' '}
        <code className="font-mono text-xs">sentry-cli deploys new</code> does.
      </p>
    );
  }
  return (
    <dl className="text-sm">
      {environments.map(({ name, deploys }) => (
        <div
          key={name}
          className="grid gap-x-4 pt-2 first:pt-0 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]"
        >
          <dt className="font-semibold wrap-anywhere">
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <ul>
              {deploys.map((deploy) => (
                <li key={deploy.id} className="flex flex-wrap gap-x-3 wrap-anywhere">
                  <RelativeTime atMs={deploy.atMs} />
                  <Moment atMs={deploy.atMs} className="text-xs leading-5 text-faint" />
                  {deploy.name !== undefined && <bdi className="text-quiet">{deploy.name}</bdi>}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}
