import { Link } from '#client-runtime';
import {
  durationLine,
  formatTook,
  isFailure,
  measureRuns,
  RUN_WORDS,
} from '#product/alerting/crons/rules';
import type { ReactNode } from 'react';
import { lineChartOf } from '../../../../ui/charts/line-chart.tsx';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { RunRow } from '../crons.dto.ts';
import { LargeStrip, type Shown } from './run-strip.tsx';

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

function RunTimes({ strip, line, limitMs }: Shown): ReactNode {
  const zone = useZone();
  const times = measureRuns(strip, limitMs);
  if (!times) return null;
  const { latestMs, medianMs, longest, over } = times;
  const begun = formatIn(zone, longest.startedMs).slice(0, 'yyyy-mm-dd hh:mm'.length);
  const label = `Took ${formatTook(latestMs)} in the latest run, median ${formatTook(medianMs)}, longest ${formatTook(longest.durationMs)} on ${begun}`;
  return (
    <figure className="max-w-135 pt-3">
      {lineChartOf({ ...line, ...durationLine, label, className: 'h-12 w-full' })}
      <figcaption className="pt-1 text-sm text-quiet">
        {label}
        {over > 0 && limitMs !== undefined && (
          <strong className="block font-semibold text-accent">
            {`${over === 1 ? '1 run' : `${over} runs`} took longer than ${formatTook(limitMs)}`}
          </strong>
        )}
      </figcaption>
    </figure>
  );
}
