import { Link } from '#client-runtime';
import type { ReactNode } from 'react';
import { formatUtc } from '../../../ui/time/format-time.ts';
import { RelativeTime } from '../../../ui/time/relative-time.tsx';
import type { MonitorProps, RunRow } from '../crons.dto.ts';
import { isFailure, RUN_WORDS } from './run-words.ts';

type Shown = NonNullable<MonitorProps['shown']>;

/** The runs of one environment, the newest first. */
export function Runs({ runs, older }: Pick<Shown, 'runs' | 'older'>): ReactNode {
  return (
    <>
      <ol className="text-sm">
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
      {older !== undefined && (
        <p className="pt-3">
          <Link href={older} className="button">
            Older
          </Link>
        </p>
      )}
    </>
  );
}

function Run({ run }: { readonly run: RunRow }): ReactNode {
  const { status, startedMs, duration, release, event, trace } = run;
  return (
    <li className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 border-t border-rule py-1.5 first:border-t-0 sm:grid-cols-[6rem_13rem_7rem_minmax(0,1fr)_auto]">
      <span className={isFailure(status) ? 'font-semibold text-accent' : 'text-quiet'}>
        {RUN_WORDS[status]}
      </span>
      <span>
        <RelativeTime atMs={startedMs} />
        <span className="block text-xs text-faint">{formatUtc(startedMs)}</span>
      </span>
      <span className="col-start-2 text-quiet sm:col-start-auto">{duration}</span>
      <span className="col-start-2 min-w-0 wrap-anywhere text-quiet sm:col-start-auto">
        {release}
      </span>
      <span className="col-start-2 flex gap-x-3 sm:col-start-auto">
        {event !== undefined && <a href={event}>event</a>}
        {trace !== undefined && <a href={trace}>trace</a>}
      </span>
    </li>
  );
}
