import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { ReleaseFigures, ReleaseProps } from '../release-health.dto.ts';
import { NO_SESSIONS, NO_USERS, Share } from './share.tsx';

/** Shows the numbers since yesterday (UTC), each above the one of the release before. */
export function ReleaseFiguresOf({
  figures,
  previous,
}: Pick<ReleaseProps, 'figures' | 'previous'>): ReactNode {
  const before = previous?.figures;
  const show = (name: string, of: (each: ReleaseFigures) => ReactNode): ReactNode => (
    <Figure name={name} before={before && of(before)}>
      {of(figures)}
    </Figure>
  );
  return (
    <div className="grid gap-3 border-t border-rule py-3">
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-3 wide:grid-cols-5">
        {show('Adoption since yesterday', ({ adoption }) => (
          <Share share={adoption} absence={NO_SESSIONS} />
        ))}
        {show('Crash-free sessions', ({ crashFree }) => (
          <Share share={crashFree} absence={NO_SESSIONS} />
        ))}
        {show('Crash-free users', ({ sessions, crashFreeUsers }) => (
          <Share share={crashFreeUsers} absence={sessions === 0 ? NO_SESSIONS : NO_USERS} />
        ))}
        {show('Sessions since yesterday', ({ sessions }) => countOf(sessions))}
        {show('With errors', ({ errored }) => countOf(errored))}
      </dl>
      {previous && (
        <p className="text-xs wrap-anywhere text-faint">
          The release before is{' '}
          {previous.href === undefined ? (
            <bdi className="font-mono">{previous.version}</bdi>
          ) : (
            <Link
              href={previous.href}
              prefetch="intent"
              className="inline-flex items-center font-mono pointer-coarse:min-h-11"
            >
              <bdi>{previous.version}</bdi>
            </Link>
          )}
          , first seen <RelativeTime atMs={previous.firstSeenMs} />.
        </p>
      )}
    </div>
  );
}

function Figure({
  name,
  before,
  children,
}: {
  readonly name: string;
  readonly before: ReactNode;
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
