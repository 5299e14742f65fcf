import { Link } from '#client-runtime';
import type { LinkProps } from '#client-runtime';
import { toShownType } from '#shared';
import type { EventTitle, IssueState, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { LevelMark } from '../../../../../ui/level-mark.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';
import { MESSAGE_CALL_ID, toFailingFrameId } from './failing-ids.ts';
import { cutMiddle, formatShortLocation, toFrameWords } from './frame-location.ts';

/**
 * Returns the event's own title. An event whose payload is not stored has none, so the issue's
 * type, value and place are shown.
 */
export function toHead({ issue, event }: Pick<IssuePageProps, 'issue' | 'event'>): EventTitle {
  return event?.title ?? issue;
}

export function IssueHeadline({
  issue,
  event,
  failing,
  ofAll,
  ofProject,
}: Pick<IssuePageProps, 'issue' | 'event' | 'failing' | 'ofAll' | 'ofProject'>): ReactNode {
  const head = toHead({ issue, event });
  const short = toShownType(head.type);
  return (
    <header className="max-w-200 pb-2 sm:pt-2 sm:pb-3 wide:pt-4">
      <p className="flex items-center gap-x-2 overflow-hidden text-xs whitespace-nowrap text-faint sm:flex-wrap">
        <Step href={ofAll} shortcut="u">
          Issues
        </Step>
        {ofProject !== undefined && <Step href={ofProject}>{issue.project}</Step>}
        <span translate="no" className="max-w-48 shrink-0 truncate">
          {issue.shortId}
        </span>
        {event && <Circumstances event={event} />}
      </p>
      <h1 className="flex items-baseline gap-2 text-xl wrap-anywhere">
        <LevelMark level={event?.level ?? issue.level} />
        <bdi translate="no" className="line-clamp-2 min-w-0">
          {short}
        </bdi>
        {isRegressed(issue.state) && <i className="chip chip-regressed">Regressed</i>}
      </h1>
      {short !== head.type && (
        <p translate="no" className="font-mono text-xs wrap-anywhere text-faint">
          {head.type}
        </p>
      )}
      <p className="mt-0.5 line-clamp-2 text-lg wrap-anywhere text-quiet sm:line-clamp-3">
        <bdi translate="no">{head.value}</bdi>
      </p>
      <FailingLine event={event} failing={failing} place={head.place} />
    </header>
  );
}

function isRegressed(state: IssueState): boolean {
  return state.status === 'unresolved' && state.kind === 'regressed';
}

function Step({
  href,
  shortcut,
  children,
}: Pick<LinkProps, 'href' | 'children'> & { readonly shortcut?: string }): ReactNode {
  return (
    <>
      <Link
        href={href}
        prefetch="intent"
        aria-keyshortcuts={shortcut}
        className="inline-flex shrink-0 items-center no-underline hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <span className="max-w-32 truncate">{children}</span>
      </Link>
      <span aria-hidden="true">/</span>
    </>
  );
}

function Circumstances({ event }: { readonly event: NormalisedEvent }): ReactNode {
  const unhandled = event.exceptions.at(-1)?.mechanism?.handled === false;
  return (
    <>
      <span className="min-w-0 truncate max-sm:hidden">{`· ${unhandled ? 'unhandled ' : ''}${event.level}`}</span>
      {event.environment !== undefined && (
        <span className="max-w-32 min-w-0 truncate">{`· ${event.environment}`}</span>
      )}
    </>
  );
}

function FailingLine({
  event,
  failing,
  place,
}: Pick<IssuePageProps, 'event' | 'failing'> & { readonly place: string }): ReactNode {
  const { exceptions = [], stack } = event ?? {};
  const { exception = -1, frame: index = -1 } = failing ?? {};
  const frame = (exceptions[exception]?.frames ?? stack)?.[index];
  if (!frame) {
    if (place === '') return null;
    return (
      <p translate="no" className="mt-2 font-mono text-xs wrap-anywhere">
        {cutMiddle(place, PLACE_LENGTH)}
      </p>
    );
  }
  const id = exception < 0 ? MESSAGE_CALL_ID : toFailingFrameId(exceptions.length - 1 - exception);
  const { name, place: at } = toFrameWords(frame);
  return (
    <a
      href={`#${id}`}
      translate="no"
      className="mt-2 block border-l-2 max-sm:hidden border-accent pl-2.5 font-mono text-xs no-underline pointer-coarse:min-h-11 pointer-coarse:py-1"
    >
      <span className="flex flex-wrap gap-x-2">
        <bdi className="wrap-anywhere font-semibold">{cutMiddle(name, NAME_LENGTH)}</bdi>{' '}
        <span className="shrink-0 text-quiet">{at && formatShortLocation(frame)}</span>
      </span>
      {frame.contextLine !== undefined && (
        <code className="block truncate text-quiet">{frame.contextLine.trim()}</code>
      )}
    </a>
  );
}

const PLACE_LENGTH = 100;
/** Longest name that fits into one line of a phone, in the monospaced font. */
const NAME_LENGTH = 44;
