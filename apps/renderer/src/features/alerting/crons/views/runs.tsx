import { Link } from '#client-runtime';
import { isFailure, RUN_WORDS } from '#product/alerting/crons/rules';
import type { ReactNode } from 'react';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { MonitorProps, RunRow } from '../crons.dto.ts';
import { LargeStrip } from './run-strip.tsx';
import { RunTimes } from './run-times.tsx';

type Shown = NonNullable<MonitorProps['shown']>;

export function Runs(shown: Shown): ReactNode {
  const { strip, runs, older } = shown;
  return (
    <>
      <LargeStrip runs={strip} />
      <RunTimes {...shown} />
      <ol className="pt-4 text-sm">
        {runs.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
      {older !== undefined && (
        <p className="pt-3">
          <Link href={older} className="button no-underline">
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
    <li className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 border-t border-rule py-1.5 first:border-t-0 sm:grid-cols-[6rem_18rem_6rem_minmax(0,1fr)]">
      <span className={isFailure(status) ? 'font-semibold text-accent' : 'text-quiet'}>
        {RUN_WORDS[status]}
      </span>
      <span>
        <span className="sm:inline-block sm:w-20">
          <RelativeTime atMs={startedMs} />
        </span>
        <Moment atMs={startedMs} className="block text-xs text-faint sm:inline" />
      </span>
      <span className="text-quiet">{duration}</span>
      <span className="col-span-2 col-start-2 flex min-w-0 flex-wrap gap-x-3 sm:col-auto">
        <span className="min-w-0 flex-1 wrap-anywhere text-quiet">{release}</span>
        {event !== undefined && <Link href={event}>event</Link>}
        {trace !== undefined && <Link href={trace}>trace</Link>}
      </span>
    </li>
  );
}
