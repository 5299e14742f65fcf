import { formatBytes, formatDuration } from '#shared';
import type { UpstreamState } from '#shared';
import type { ReactNode } from 'react';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { useNow } from '../../../../ui/time/now.tsx';

export function UpstreamList({
  upstreams,
}: {
  readonly upstreams: readonly UpstreamState[];
}): ReactNode {
  return (
    <ul className="grid gap-3">
      {upstreams.map((upstream) => (
        <li key={upstream.name} className="grid gap-1">
          <code className="font-mono text-sm wrap-anywhere">{upstream.name}</code>
          <span>{describeWaiting(upstream)}</span>
          {upstream.held && <Held held={upstream.held} />}
          {upstream.lost > 0 && (
            <span className="text-accent">
              {`${formatQuantity(upstream.lost, 'report')} did not reach this upstream since the relay started.`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Held({ held }: { readonly held: NonNullable<UpstreamState['held']> }): ReactNode {
  const nowMs = useNow();
  const waitMs = held.untilMs - nowMs;
  const next =
    waitMs > 0
      ? `The relay tries again in ${formatDuration(waitMs)}.`
      : 'The relay tries again now.';
  return <span className="wrap-anywhere text-accent">{`${held.why} ${next}`}</span>;
}

function describeWaiting({ depth, bytes, oldestMs, held }: UpstreamState): string {
  if (depth === 0) return 'Everything is sent.';
  const what = `${formatQuantity(depth, 'report')}, ${formatBytes(bytes)}, the oldest ${formatDuration(oldestMs)} old`;
  return held ? `Waiting: ${what}.` : `Sending: ${what}.`;
}
