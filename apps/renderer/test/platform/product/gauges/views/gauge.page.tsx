import { Link, useLive, usePoll, useRouter } from '#client-runtime';
import { useEffect } from 'react';
import type { GaugeProps } from '../gauges.dto.ts';
import { at } from '../../browser/at.ts';

export function Page({ id, reading, following }: GaugeProps) {
  const router = useRouter();
  useEffect(() => void Object.assign(window, { router }), [router]);
  return (
    <>
      <h1>gauge {id}</h1>
      <output data-testid="reading">{reading}</output>
      <label>
        note
        <input name="note" />
      </label>
      {following === 'at-once' && <AtOnce />}
      {following === 'when-asked' && <WhenAsked />}
      {following === 'by-poll' && <ByPoll tag={`gauge:${id}`} />}
      <Link href={at('/gauges/other?following=never')} prefetch="none">
        other
      </Link>
    </>
  );
}

function AtOnce() {
  const { isStale } = useLive();
  return <p data-testid="following">{isStale ? 'stale' : 'fresh'}</p>;
}

function WhenAsked() {
  const { isStale, refresh } = useLive({ everyMs: Infinity });
  return (
    <p data-testid="following">
      {isStale ? 'stale' : 'fresh'}{' '}
      <button type="button" onClick={refresh}>
        Show
      </button>
    </p>
  );
}

function ByPoll({ tag }: { readonly tag: string }) {
  usePoll(tag, 200);
  return null;
}
