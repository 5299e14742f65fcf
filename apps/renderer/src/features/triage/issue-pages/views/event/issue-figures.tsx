import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { BarChart } from '../../../../../ui/charts/bar-chart.tsx';
import { Count } from '../../../../../ui/numbers/count.tsx';
import { TimeInFull } from '../../../../../ui/time/relative-time.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';

/** When, how often and for whom: all of it above the fold of a phone. */
export function IssueFigures({
  issue,
  groups,
  chart,
  counted,
}: Pick<IssuePageProps, 'issue' | 'groups' | 'chart' | 'counted'>): ReactNode {
  const release = issue.lastRelease;
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-rule py-3 wide:grid-cols-[minmax(0,1fr)_23rem]">
      <dl className="grid grid-cols-4 gap-x-4 gap-y-2 text-sm sm:flex sm:gap-x-8">
        <Figure name="First seen" className="col-span-2 sm:shrink-0">
          <TimeInFull atMs={issue.firstSeenMs} />
        </Figure>
        <Figure name="Last seen" className="col-span-2 sm:shrink-0">
          {counted && counted.lastSeenMs === undefined ? (
            'none counted'
          ) : (
            <TimeInFull atMs={counted?.lastSeenMs ?? issue.lastSeenMs} />
          )}
        </Figure>
        <Figure name="Release" className="col-span-2 min-w-0 sm:max-w-52">
          <bdi className="line-clamp-2 wrap-anywhere" title={release}>
            {release ?? 'none sent'}
          </bdi>
          {issue.firstRelease !== undefined && issue.firstRelease !== release && (
            <span
              className="block truncate text-xs font-normal text-faint"
              title={issue.firstRelease}
            >
              {`since ${issue.firstRelease}`}
            </span>
          )}
        </Figure>
        <Figure name="Events" className="sm:shrink-0">
          <Counted value={counted?.events} all={issue.events} />
        </Figure>
        <Figure name="Users" className="sm:shrink-0">
          <Counted value={counted?.usersAtLeast} all={issue.users} isAtLeast />
          {groups?.isRecounting && (
            <span className="block text-xs font-normal text-faint">being recounted</span>
          )}
        </Figure>
      </dl>
      <Chart {...chart} />
      {counted && (
        <p className="text-sm text-quiet wide:col-span-2">
          {`Counted: ${counted.words}. `}
          <Link href={counted.clear} className="inline-flex items-center pointer-coarse:min-h-11">
            Count all
          </Link>
        </p>
      )}
    </div>
  );
}

function Chart({ ranges, ...chart }: IssuePageProps['chart']): ReactNode {
  return (
    <div className="min-w-0">
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

/** What counts, and of how many. */
function Counted({
  value,
  all,
  isAtLeast = false,
}: {
  readonly value: number | undefined;
  readonly all: number;
  readonly isAtLeast?: boolean;
}): ReactNode {
  if (value === undefined) return <Count value={all} />;
  return (
    <>
      {isAtLeast && '≥ '}
      <Count value={value} />
      <span className="block text-xs font-normal text-faint">
        of <Count value={all} />
      </span>
    </>
  );
}

function Figure({
  name,
  className,
  children,
}: {
  readonly name: string;
  readonly className: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className={className}>
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="wide:text-lg wide:font-semibold">{children}</dd>
    </div>
  );
}
