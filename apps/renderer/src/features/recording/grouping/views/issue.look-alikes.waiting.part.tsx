import { to, toShownType } from '#shared';
import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { countOf } from '../../../../ui/numbers/count.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import type { LookAlike, LookAlikesProps } from '../grouping.dto.ts';
import { FoldSection } from '../../issue-page/views/index.ts';

export function Part({ lookAlikes }: LookAlikesProps): ReactNode {
  return (
    <FoldSection id="look-alikes" count={lookAlikes.length} title="Look alike">
      <ul className="text-sm">
        {lookAlikes.map((issue) => (
          <LookAlikeRow key={issue.id} issue={issue} />
        ))}
      </ul>
    </FoldSection>
  );
}

function LookAlikeRow({
  issue: { id, shortId, type, value, place, status, events, lastSeenMs, alike },
}: {
  readonly issue: LookAlike;
}): ReactNode {
  return (
    <li className="border-t border-rule py-1.5 first:border-t-0">
      <Link
        href={to('/issues/:id', { id })}
        prefetch="intent"
        className="block no-underline hover:underline pointer-coarse:min-h-11"
      >
        <span className="line-clamp-2 wrap-anywhere">
          <bdi translate="no" className="font-semibold">
            {toShownType(type)}
          </bdi>{' '}
          <bdi translate="no" className="text-quiet">
            {value}
          </bdi>
        </span>
      </Link>
      {place !== '' && <p className="font-mono text-xs wrap-anywhere text-quiet">{place}</p>}
      <p className="text-xs text-faint">
        {`${shortId} · `}
        {countOf(events)}
        {events === 1 ? ' event · ' : ' events · '}
        <RelativeTime atMs={lastSeenMs} />
        {status !== 'unresolved' && ` · ${status}`}
      </p>
      <p className="text-xs text-faint">{alike}</p>
    </li>
  );
}
