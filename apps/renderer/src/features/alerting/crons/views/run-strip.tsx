import {
  describeRuns,
  drawStrip,
  formatTook,
  isFailure,
  RUN_WORDS,
  toBarPath,
  toStripBox,
} from '#product/alerting/crons/rules';
import type { PropsOf } from '#shared';
import type { ReactNode } from 'react';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { MonitorRow } from '../crons.dto.ts';
import type { MonitorController } from '../monitor.controller.ts';
import { stripOf } from './drawn-strip.tsx';

export type Shown = NonNullable<PropsOf<MonitorController['show']>['shown']>;

const LARGE = 8;

export function SmallStrip({ bars }: Pick<MonitorRow, 'bars'>): ReactNode {
  return stripOf(drawStrip(bars, 4));
}

export function LargeStrip({ runs }: { readonly runs: Shown['strip'] }): ReactNode {
  const zone = useZone();
  const words = describeRuns(runs.map(({ status }) => status));
  return (
    <figure className="max-w-135">
      <svg
        role="img"
        aria-label={words}
        viewBox={toStripBox(runs.length, LARGE)}
        preserveAspectRatio="none"
        className="block h-6 w-full"
      >
        {runs.map(({ status, startedMs, durationMs }, at) => (
          <path
            key={at}
            d={toBarPath(status, at, LARGE)}
            className={isFailure(status) ? 'fill-accent' : 'fill-bar'}
          >
            <title>
              {`${formatIn(zone, startedMs)}: ${RUN_WORDS[status]}${durationMs === undefined ? '' : `, ${formatTook(durationMs)}`}`}
            </title>
          </path>
        ))}
      </svg>
      <figcaption className="pt-1 text-sm text-quiet">{words}</figcaption>
    </figure>
  );
}
