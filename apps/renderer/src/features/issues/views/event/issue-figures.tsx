import type { ReactNode } from 'react';
import { BarChart } from '../../../../ui/charts/bar-chart.tsx';
import { Count } from '../../../../ui/numbers/count.tsx';
import { TimeInFull } from '../../../../ui/time/relative-time.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';

/** When, how often and for whom: all of it above the fold of a phone. */
export function IssueFigures({
  issue,
  groups,
  nowMs,
}: Pick<IssuePageProps, 'issue' | 'groups' | 'nowMs'>): ReactNode {
  const release = issue.lastRelease;
  return (
    <div className="grid gap-x-8 gap-y-3 border-t border-rule py-3 wide:grid-cols-[minmax(0,max-content)_minmax(20rem,1fr)]">
      <dl className="grid grid-cols-4 gap-x-4 gap-y-2 text-sm sm:flex sm:gap-x-8">
        <Figure name="First seen" className="col-span-2 sm:shrink-0">
          <TimeInFull atMs={issue.firstSeenMs} />
        </Figure>
        <Figure name="Last seen" className="col-span-2 sm:shrink-0">
          <TimeInFull atMs={issue.lastSeenMs} />
        </Figure>
        <Figure name="Release" className="col-span-2 min-w-0 sm:max-w-52">
          <bdi className="line-clamp-2 wrap-anywhere" title={release}>
            {release ?? 'none sent'}
          </bdi>
          {issue.firstRelease !== undefined && issue.firstRelease !== release && (
            <span className="block truncate text-xs text-faint" title={issue.firstRelease}>
              {`since ${issue.firstRelease}`}
            </span>
          )}
        </Figure>
        <Figure name="Events" className="sm:shrink-0">
          <Count value={issue.events} />
        </Figure>
        <Figure name="Users" className="sm:shrink-0">
          <Count value={issue.users} />
          {groups?.isRecounting && (
            <span className="block text-xs text-faint">being recounted</span>
          )}
        </Figure>
      </dl>
      <div className="grid grid-cols-2 gap-4">
        <BarChart
          label="Last hour"
          values={issue.minutes}
          accent
          unit="minute"
          stepMs={60_000}
          nowMs={nowMs}
        />
        <BarChart
          label="24 hours"
          values={issue.hours}
          unit="hour"
          stepMs={3_600_000}
          nowMs={nowMs}
        />
      </div>
    </div>
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
      <dd>{children}</dd>
    </div>
  );
}
