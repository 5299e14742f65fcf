import { toBreadcrumbLine } from '#product/recording/issues/rules';
import type { Breadcrumb, EventLevel } from '#shared';
import type { BreadcrumbLine } from '#product/recording/issues/rules';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { LevelMark } from '../../../../../ui/level-mark.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { Section } from '../../../../../ui/section.tsx';
import { formatOffset } from '../../../../../ui/time/format-offset.ts';
import { formatUtc, toIsoTime } from '../../../../../ui/time/format-time.ts';
import { LeftOutNote } from './left-out.tsx';

const CRUMBS_SHOWN = 12;

/** The usual levels carry no mark: what is everywhere says nothing. */
const LOUD_LEVELS: ReadonlySet<EventLevel> = new Set(['warning', 'error', 'fatal']);

interface BreadcrumbTimelineProps {
  /** Oldest first. */
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly occurredAtMs: number;
}

/** What led to the event, the last step first. */
export function BreadcrumbTimeline({
  breadcrumbs,
  occurredAtMs,
}: BreadcrumbTimelineProps): ReactNode {
  if (breadcrumbs.length === 0) return null;
  const newestFirst = breadcrumbs.toReversed();
  const older = newestFirst.slice(CRUMBS_SHOWN);
  return (
    <Section
      id="breadcrumbs"
      title="Breadcrumbs"
      note={`${formatQuantity(breadcrumbs.length, 'step')}, newest first`}
    >
      <Steps breadcrumbs={newestFirst.slice(0, CRUMBS_SHOWN)} occurredAtMs={occurredAtMs} />
      {older.length > 0 && (
        <Disclosure
          className="border-b border-rule text-sm text-quiet"
          summary={formatQuantity(older.length, 'older step')}
        >
          <Steps breadcrumbs={older} occurredAtMs={occurredAtMs} />
        </Disclosure>
      )}
      <LeftOutNote of={['breadcrumbs']} />
    </Section>
  );
}

function Steps({ breadcrumbs, occurredAtMs }: BreadcrumbTimelineProps): ReactNode {
  return (
    <ol className="text-sm">
      {breadcrumbs.map((breadcrumb, index) => (
        <Step key={index} breadcrumb={breadcrumb} occurredAtMs={occurredAtMs} />
      ))}
    </ol>
  );
}

function Step({
  breadcrumb,
  occurredAtMs,
}: {
  readonly breadcrumb: Breadcrumb;
  readonly occurredAtMs: number;
}): ReactNode {
  const { timestampMs, level, category, type } = breadcrumb;
  const { text, data } = toBreadcrumbLine(breadcrumb);
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule py-1 first:border-t-0 sm:grid-cols-[5rem_7rem_minmax(0,1fr)]">
      <StepTime timestampMs={timestampMs} occurredAtMs={occurredAtMs} />
      <div className="truncate text-faint">{category ?? type}</div>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        {LOUD_LEVELS.has(level) && (
          <span className="mr-2 whitespace-nowrap text-quiet">
            <LevelMark level={level} /> {level}
          </span>
        )}
        <bdi className="wrap-anywhere whitespace-pre-wrap">{text}</bdi>
        {data.length > 0 && <StepData data={data} />}
      </div>
    </li>
  );
}

function StepData({ data }: Pick<BreadcrumbLine, 'data'>): ReactNode {
  return (
    <dl className="flex flex-wrap gap-x-4">
      {data.map(([name, value]) => (
        <div key={name} className="flex min-w-0 items-baseline gap-1.5">
          <dt className="max-w-40 wrap-anywhere text-faint">{name}</dt>
          <dd className="min-w-0 flex-1 wrap-anywhere">
            <JsonText value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function StepTime({
  timestampMs,
  occurredAtMs,
}: {
  readonly timestampMs: number | undefined;
  readonly occurredAtMs: number;
}): ReactNode {
  if (timestampMs === undefined) return <span className="text-right text-faint">–</span>;
  return (
    <time
      dateTime={toIsoTime(timestampMs)}
      title={formatUtc(timestampMs)}
      className="text-right text-xs whitespace-nowrap text-faint"
    >
      {formatOffset(timestampMs - occurredAtMs)}
    </time>
  );
}
