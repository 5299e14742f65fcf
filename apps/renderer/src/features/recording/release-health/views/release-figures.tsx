import { Link } from '#client-runtime';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseHealthController } from '../release-health.controller.ts';
import {
  NO_SESSIONS,
  NO_SESSIONS_THEN,
  NO_USERS,
  NO_USERS_THEN,
  NOT_COUNTED,
  Share,
} from './share.tsx';

type Props = PropsOf<ReleaseHealthController['show']>;

/**
 * Shows the numbers since yesterday (UTC). Shares stand above those of the other release. Counts do
 * not, because the visitors have left a release before.
 */
export function ReleaseFiguresOf({
  figures: { adoption, crashFree, unhandledFree, crashFreeUsers, sessions, errored },
  other,
  isOfAllDays,
}: Pick<Props, 'figures' | 'other' | 'isOfAllDays'>): ReactNode {
  const before = other?.figures;
  const since = isOfAllDays ? 'Sessions' : 'Sessions since yesterday';
  const noUsers = sessions === 0 ? NO_SESSIONS : NO_USERS;
  return (
    <div className="grid gap-3 border-t border-rule py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 wide:grid-cols-6">
        <Figure
          name="Adoption since yesterday"
          before={before && <Share share={before.adoption} decimals={1} absence={NO_SESSIONS} />}
        >
          <Share share={adoption} decimals={1} absence={NO_SESSIONS} />
        </Figure>
        <Figure
          name="Crash-free sessions"
          before={
            before && <Share share={before.crashFree} decimals={1} absence={NO_SESSIONS_THEN} />
          }
        >
          <Share share={crashFree} decimals={1} absence={NO_SESSIONS} />
        </Figure>
        <Figure
          name="Without unhandled errors"
          before={
            before && (
              <Share
                decimals={1}
                share={before.unhandledFree}
                absence={before.crashFree === undefined ? NO_SESSIONS_THEN : NOT_COUNTED}
              />
            )
          }
        >
          <Share
            share={unhandledFree}
            decimals={1}
            absence={sessions === 0 ? NO_SESSIONS : NOT_COUNTED}
          />
        </Figure>
        <Figure
          name="Crash-free users"
          before={
            before && <Share share={before.crashFreeUsers} decimals={1} absence={NO_USERS_THEN} />
          }
        >
          <Share share={crashFreeUsers} decimals={1} absence={noUsers} />
        </Figure>
        <Figure name={since}>{countOf(sessions)}</Figure>
        <Figure name="Sessions with errors">{countOf(errored)}</Figure>
      </dl>
      {(other || isOfAllDays) && <Days other={other} isOfAllDays={isOfAllDays} />}
    </div>
  );
}

/** Says of which days the shares are. */
function Days({ other, isOfAllDays }: Pick<Props, 'other' | 'isOfAllDays'>): ReactNode {
  return (
    <p className="text-xs text-faint wrap-anywhere">
      {isOfAllDays &&
        'Fewer than 100 sessions since yesterday: shares and counts are of the last 30 days. '}
      {other && (
        <>
          {other.href === undefined ? (
            <bdi translate="no" className="font-mono">
              {other.version}
            </bdi>
          ) : (
            <Link
              href={other.href}
              prefetch="intent"
              className="inline-flex items-center font-mono pointer-coarse:min-h-11"
            >
              <bdi translate="no">{other.version}</bdi>
            </Link>
          )}
          , first seen <RelativeTime atMs={other.firstSeenMs} />: its shares without crashes or
          errors are those of the days when this release came, or of the last 30 days where these
          have fewer than 100 sessions.
        </>
      )}
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
          <span className="block text-xs font-normal text-faint">against {before}</span>
        )}
      </dd>
    </div>
  );
}
