import { Link } from '#client-runtime';
import { issueLimits, to } from '#shared';
import type { ReactNode } from 'react';
import { hasReleasePage } from '#product/recording/release-health/rules';
import { BarChart } from '../../../../../ui/charts/bar-chart.tsx';
import { countOf, usersOf } from '../../../../../ui/numbers/count.tsx';
import { formatAge } from '../../../../../ui/time/format-time.ts';
import { useNow } from '../../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../../ui/time/relative-time.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';

export function IssueFigures({
  issue,
  recent,
  chart,
  counted,
}: Pick<IssuePageProps, 'issue' | 'recent' | 'chart' | 'counted'>): ReactNode {
  const { firstSeenMs, firstRelease, lastRelease } = issue;
  const { events, lastSeenMs } = counted ?? issue;
  const atLeast = counted?.usersAtLeast;
  return (
    <div className="issue-figures">
      <dl>
        <Now recent={recent} lastSeenMs={lastSeenMs} />
        <Figure name="Began" note={firstRelease && <InRelease release={firstRelease} />}>
          <RelativeTime atMs={firstSeenMs} />
        </Figure>
        <Figure name="Last" note={lastRelease && <InRelease release={lastRelease} />}>
          {lastSeenMs === undefined ? 'none counted' : <RelativeTime atMs={lastSeenMs} />}
        </Figure>
        <Figure name="Events" note={counted && <Of all={issue.events} />}>
          {countOf(events)}
        </Figure>
        <Figure
          name="Users"
          note={
            issue.isRecounting
              ? 'being recounted'
              : atLeast !== undefined && <Of all={issue.users} />
          }
        >
          {atLeast ? '≥ ' : ''}
          {usersOf(atLeast ?? issue.users)}
        </Figure>
      </dl>
      <Chart {...chart} />
      {counted && (
        <p className="text-sm text-quiet wide:col-span-2">
          {`Only ${counted.words} · `}
          <Link href={counted.clear} className="inline-flex items-center pointer-coarse:min-h-11">
            Clear
          </Link>
        </p>
      )}
    </div>
  );
}

function Now({
  recent,
  lastSeenMs,
}: {
  readonly recent: number;
  readonly lastSeenMs: number | undefined;
}): ReactNode {
  const nowMs = useNow();
  if (recent > 0) {
    return (
      <Figure name="Now" note={`in the last ${issueLimits.recentMinutes} min`}>
        {countOf(recent)}
      </Figure>
    );
  }
  return (
    <Figure name="Now" note={lastSeenMs !== undefined && `for ${formatAge(lastSeenMs, nowMs)}`}>
      quiet
    </Figure>
  );
}

function InRelease({ release }: { readonly release: string }): ReactNode {
  return (
    <>
      in{' '}
      {hasReleasePage(release) ? (
        <Link href={to('/releases/:version', { version: release })} prefetch="hover">
          <bdi translate="no" title={release}>
            {release}
          </bdi>
        </Link>
      ) : (
        <bdi translate="no">{release}</bdi>
      )}
    </>
  );
}

function Of({ all }: { readonly all: number }): ReactNode {
  return <>of {countOf(all)}</>;
}

function Chart({ ranges, ...chart }: IssuePageProps['chart']): ReactNode {
  return (
    <div>
      <BarChart {...chart} />
      <nav aria-label="Time" className="flex flex-wrap gap-x-1 text-xs print:hidden">
        {ranges.map(({ name, href, isCurrent }) => (
          <Link
            key={name}
            href={href}
            prefetch="intent"
            className="range"
            aria-current={isCurrent && 'page'}
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  );
}

function Figure({
  name,
  note,
  children,
}: {
  readonly name: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {children}
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}
