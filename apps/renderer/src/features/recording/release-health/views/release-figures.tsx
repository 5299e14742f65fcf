import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import type { ReleaseVerdict } from '#product/recording/release-health/rules';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseProps } from '../release-health.dto.ts';
import {
  NO_SESSIONS,
  NO_SESSIONS_THEN,
  NO_USERS,
  NO_USERS_THEN,
  NOT_COUNTED,
  Share,
} from './share.tsx';

/**
 * Shows the numbers since yesterday (UTC). Shares stand above those of the release before. Counts
 * do not, because the visitors have left the release before.
 */
export function ReleaseFiguresOf({
  figures: { adoption, crashFree, unhandledFree, crashFreeUsers, sessions, errored },
  previous,
}: Pick<ReleaseProps, 'figures' | 'previous'>): ReactNode {
  const before = previous?.figures;
  const noUsers = sessions === 0 ? NO_SESSIONS : NO_USERS;
  return (
    <div className="grid gap-3 border-t border-rule py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 wide:grid-cols-6">
        <Figure
          name="Adoption since yesterday"
          before={before && <Share share={before.adoption} absence={NO_SESSIONS} />}
        >
          <Share share={adoption} absence={NO_SESSIONS} />
        </Figure>
        <Figure
          name="Crash-free sessions"
          before={before && <Share share={before.crashFree} absence={NO_SESSIONS_THEN} />}
        >
          <Share share={crashFree} absence={NO_SESSIONS} />
        </Figure>
        <Figure
          name="Without unhandled errors"
          before={
            before && (
              <Share
                share={before.unhandledFree}
                absence={before.crashFree === undefined ? NO_SESSIONS_THEN : NOT_COUNTED}
              />
            )
          }
        >
          <Share share={unhandledFree} absence={sessions === 0 ? NO_SESSIONS : NOT_COUNTED} />
        </Figure>
        <Figure
          name="Crash-free users"
          before={before && <Share share={before.crashFreeUsers} absence={NO_USERS_THEN} />}
        >
          <Share share={crashFreeUsers} absence={noUsers} />
        </Figure>
        <Figure name="Sessions since yesterday">{countOf(sessions)}</Figure>
        <Figure name="Sessions with errors">{countOf(errored)}</Figure>
      </dl>
      {previous && <Before {...previous} />}
    </div>
  );
}

function Before({
  version,
  href,
  firstSeenMs,
  verdict,
}: NonNullable<ReleaseProps['previous']>): ReactNode {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 wrap-anywhere">
      {verdict && <Verdict verdict={verdict} version={version} />}
      <p className="text-xs text-faint">
        The release before is{' '}
        {href === undefined ? (
          <bdi className="font-mono">{version}</bdi>
        ) : (
          <Link
            href={href}
            prefetch="intent"
            className="inline-flex items-center font-mono pointer-coarse:min-h-11"
          >
            <bdi>{version}</bdi>
          </Link>
        )}
        , first seen <RelativeTime atMs={firstSeenMs} />. Its shares without crashes or errors are
        those of the days when this release came.
      </p>
    </div>
  );
}

function Verdict({
  verdict,
  version,
}: {
  readonly verdict: ReleaseVerdict;
  readonly version: string;
}): ReactNode {
  const before = <bdi className="font-mono">{version}</bdi>;
  const sound =
    verdict.of === 'crashFree' ? 'crash-free sessions' : 'sessions without unhandled errors';
  if (verdict.kind === 'unclear') {
    return (
      <p className="text-sm">
        No clear difference from {before}
        {` in ${sound}.`}
      </p>
    );
  }
  const points = `${verdict.points} ${verdict.points === 1 ? 'point' : 'points'}`;
  return verdict.kind === 'worse' ? (
    <p className="text-sm">
      <b className="font-semibold text-accent">Worse</b> than {before}
      {`: ${points} fewer ${sound}.`}
    </p>
  ) : (
    <p className="text-sm">
      Better than {before}
      {`: ${points} more ${sound}.`}
    </p>
  );
}

function Figure({
  name,
  before,
  children,
}: {
  readonly name: string;
  readonly before?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="text-lg font-semibold tabular-nums">
        {children}
        {before !== undefined && (
          <span className="block text-xs font-normal text-faint">before: {before}</span>
        )}
      </dd>
    </div>
  );
}
