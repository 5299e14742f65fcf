import { Link } from '#client-runtime';
import type { LinkProps } from '#client-runtime';
import { findFailingFrameOfChain } from '#shared';
import type { NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { LevelMark } from '../../../../ui/level-mark.tsx';
import type { IssuePageProps } from '../../issues.dto.ts';
import { toFailingFrameId } from './exception-chain.tsx';
import { formatFunction, formatShortLocation } from './frame-location.ts';

/** What broke and where, before anything else. */
export function IssueHeadline({
  issue,
  event,
  ofProject,
}: Pick<IssuePageProps, 'issue' | 'event' | 'ofProject'>): ReactNode {
  return (
    <header className="pt-2 pb-3">
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
        <Step href="/issues">Issues</Step>
        {ofProject !== undefined && <Step href={ofProject}>{issue.project}</Step>}
        <span className="min-w-0 max-w-48 truncate">{issue.shortId}</span>
        <Circumstances event={event} />
      </p>
      <h1 className="flex items-baseline gap-2 text-xl wrap-anywhere">
        <LevelMark level={issue.level} />
        <span className="line-clamp-2 min-w-0">{issue.type}</span>
      </h1>
      <p className="mt-0.5 line-clamp-3 max-w-prose wrap-anywhere text-quiet wide:line-clamp-2">
        <bdi>{issue.value}</bdi>
      </p>
      <FailingLine event={event} place={issue.place} />
    </header>
  );
}

/** A list that it is in. */
function Step({ href, children }: Pick<LinkProps, 'href' | 'children'>): ReactNode {
  return (
    <>
      <Link
        href={href}
        prefetch="intent"
        className="inline-flex min-w-0 items-center no-underline hover:underline pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <span className="max-w-32 truncate">{children}</span>
      </Link>
      <span aria-hidden="true">/</span>
    </>
  );
}

/** Where it ran, and whether anything caught it. */
function Circumstances({ event }: { readonly event: NormalisedEvent }): ReactNode {
  const unhandled = event.exceptions.at(-1)?.mechanism?.handled === false;
  return (
    <>
      {event.environment !== undefined && (
        <span className="max-w-32 min-w-0 truncate">{`· ${event.environment}`}</span>
      )}
      {unhandled && <span>· unhandled</span>}
    </>
  );
}

function FailingLine({
  event,
  place,
}: {
  readonly event: NormalisedEvent;
  readonly place: string;
}): ReactNode {
  const frame = findFailingFrameOfChain(event.exceptions);
  if (!frame) return place === '' ? null : <p className="mt-2 font-mono text-xs">{place}</p>;
  const index = event.exceptions.toReversed().findIndex(({ frames }) => frames.includes(frame));
  return (
    <a
      href={`#${toFailingFrameId(index)}`}
      className="mt-2 block border-l-2 border-accent pl-2.5 font-mono text-xs no-underline pointer-coarse:min-h-11 pointer-coarse:py-1"
    >
      <span className="flex gap-2">
        <b className="min-w-12 truncate font-semibold">{formatFunction(frame)}</b>{' '}
        <span className="shrink-0 text-quiet">{formatShortLocation(frame)}</span>
      </span>
      {frame.contextLine !== undefined && (
        <code className="block truncate text-quiet">{frame.contextLine.trim()}</code>
      )}
    </a>
  );
}
