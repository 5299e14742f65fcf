import { toBreadcrumbLine } from '#product/recording/issues/rules';
import type { Breadcrumb, EventTitle, NormalisedEvent } from '#shared';
import type { BreadcrumbLine } from '#product/recording/issues/rules';
import type { ReactNode } from 'react';
import { Disclosure } from '../../../../../ui/disclosure.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { LevelMark } from '../../../../../ui/level-mark.tsx';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { shorten } from '../../../../recording/issue-page/views/index.ts';
import { isLoud, StepFilter, toStepClass } from '../../../../../ui/steps/step-filter.tsx';
import { findKind, listKinds, type StepKind } from '../../../../../ui/steps/step-kinds.ts';
import { formatOffset } from '../../../../../ui/time/format-offset.ts';
import { formatIsoTime, toIsoTime } from '../../../../../ui/time/format-time.ts';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { listTitle } from './section-links.tsx';

type Said = Pick<EventTitle, 'type' | 'value'>;

const CRUMBS_SHOWN = 12;

const SAID_LENGTH = 200;

interface BreadcrumbTimelineProps {
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly event: Pick<NormalisedEvent, 'occurredAtMs' | 'level'>;
  readonly said: Said;
}

/** The event itself is listed among its breadcrumbs, at its own time. */
export function BreadcrumbTimeline({
  breadcrumbs,
  event,
  said,
}: BreadcrumbTimelineProps): ReactNode {
  if (breadcrumbs.length === 0) return null;
  const { occurredAtMs } = event;
  const kinds = listKinds(breadcrumbs.map(nameKind));
  const newestFirst = breadcrumbs.toReversed();
  const before = newestFirst.findIndex(({ timestampMs = 0 }) => timestampMs <= occurredAtMs);
  const later = before === -1 ? newestFirst.length : before;
  const shown = later + CRUMBS_SHOWN;
  const folded = Math.max(0, later - CRUMBS_SHOWN);
  const steps = { kinds, occurredAtMs };
  const lastBefore = newestFirst[later];
  return (
    <FoldSection
      id="breadcrumbs"
      count={breadcrumbs.length}
      title={listTitle(breadcrumbs)}
      note={`${formatQuantity(breadcrumbs.length, 'step')}, newest first`}
      preview={lastBefore && toBreadcrumbLine(lastBefore).text}
    >
      <div className="crumbs">
        <StepFilter kinds={kinds} levels={breadcrumbs.map((step) => step.level)} />
        <FoldedSteps name="later" breadcrumbs={newestFirst.slice(0, folded)} {...steps} />
        <ol className="text-sm">
          <Steps breadcrumbs={newestFirst.slice(folded, later)} {...steps} />
          <ErrorItself level={event.level} said={said} occurredAtMs={occurredAtMs} />
          <Steps breadcrumbs={newestFirst.slice(later, shown)} {...steps} />
        </ol>
        <FoldedSteps name="older" breadcrumbs={newestFirst.slice(shown)} {...steps} />
      </div>
    </FoldSection>
  );
}

const ROW_CLASS =
  'grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 border-t border-rule py-1 first:border-t-0 sm:grid-cols-[5rem_7rem_minmax(0,1fr)]';

function ErrorItself({
  level,
  said: { type, value },
  occurredAtMs,
}: Pick<NormalisedEvent, 'level' | 'occurredAtMs'> & { readonly said: Said }): ReactNode {
  const text = [type, value].filter((part) => part !== '').join(': ');
  return (
    <li className={`grid ${ROW_CLASS}`}>
      <StepTime timestampMs={occurredAtMs} occurredAtMs={occurredAtMs} />
      <div className="truncate text-faint">this event</div>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        <LevelMark level={level} />{' '}
        <b className="font-semibold wrap-anywhere">
          <bdi translate="no">{shorten(text, SAID_LENGTH)}</bdi>
        </b>
      </div>
    </li>
  );
}

function nameKind({ category, type }: Breadcrumb): string {
  return category || type;
}

interface StepsProps {
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly kinds: readonly StepKind[];
  readonly occurredAtMs: number;
}

function FoldedSteps({
  name,
  breadcrumbs,
  ...rest
}: StepsProps & { readonly name: 'older' | 'later' }): ReactNode {
  if (breadcrumbs.length === 0) return null;
  return (
    <Disclosure
      className="older-crumbs border-y border-rule text-sm text-quiet"
      summary={formatQuantity(breadcrumbs.length, `${name} step`)}
    >
      <ol className="text-sm">
        <Steps breadcrumbs={breadcrumbs} {...rest} />
      </ol>
    </Disclosure>
  );
}

function Steps({ breadcrumbs, kinds, occurredAtMs }: StepsProps): ReactNode {
  return breadcrumbs.map((breadcrumb, index) => (
    <Step
      key={index}
      breadcrumb={breadcrumb}
      kind={findKind(kinds, nameKind(breadcrumb))}
      occurredAtMs={occurredAtMs}
    />
  ));
}

function Step({
  breadcrumb,
  kind,
  occurredAtMs,
}: {
  readonly breadcrumb: Breadcrumb;
  readonly kind: number;
  readonly occurredAtMs: number;
}): ReactNode {
  const { timestampMs, level, category, type, ofSdk } = breadcrumb;
  const { text, data } = toBreadcrumbLine(breadcrumb);
  return (
    <li className={`${toStepClass(kind, level)} ${ROW_CLASS}`}>
      <StepTime timestampMs={timestampMs} occurredAtMs={occurredAtMs} />
      <div className="truncate text-faint">{category ?? type}</div>
      <div className="col-span-2 min-w-0 sm:col-span-1">
        {isLoud(level) && (
          <span className="mr-2 whitespace-nowrap text-quiet">
            <LevelMark level={level} /> {level}
          </span>
        )}
        <bdi translate="no" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </bdi>
        {data.length > 0 && <StepData data={data} />}
        {ofSdk && (
          <Disclosure className="text-xs text-quiet" summary="From the SDK">
            <p className="wrap-anywhere">{toFoldedText(ofSdk)}</p>
          </Disclosure>
        )}
      </div>
    </li>
  );
}

/** One text, because logs of some SDKs have a dozen of these facts each. */
function toFoldedText(ofSdk: NonNullable<Breadcrumb['ofSdk']>): string {
  return Object.entries(ofSdk)
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
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
  const iso = toIsoTime(timestampMs);
  return (
    <time
      dateTime={iso}
      title={formatIsoTime(iso)}
      className="text-right text-xs whitespace-nowrap text-faint"
    >
      {formatOffset(timestampMs - occurredAtMs)}
    </time>
  );
}
