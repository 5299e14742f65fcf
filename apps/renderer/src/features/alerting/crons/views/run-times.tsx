import { durationLine, formatTook, measureRuns } from '#product/alerting/crons/rules';
import type { ReactNode } from 'react';
import { lineChartOf } from '../../../../ui/charts/line-chart.tsx';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { MonitorProps } from '../crons.dto.ts';

type Shown = NonNullable<MonitorProps['shown']>;

export function RunTimes({ strip, line, limitMs }: Shown): ReactNode {
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
