import { describeDays, describeDeliveries, toDay } from '#product/alerting/channels/rules';
import type { DeliveryDay } from '#product/alerting/channels/rules';
import type { ReactNode } from 'react';
import type { ChannelRow } from '../channels.dto.ts';

/** Each outcome has a shape of its own, so that nobody needs the colours. */
const SHAPES = {
  failed: [
    'fill-accent',
    'M0 0h12v12h-12zM2 3l3 3l-3 3l1 1l3 -3l3 3l1 -1l-3 -3l3 -3l-1 -1l-3 3l-3 -3z',
  ],
  sentAgain: ['fill-edge', 'M0 0h12v12h-12zM4 4v4h4v-4z'],
  sent: ['fill-faint', 'M0 0h12v12h-12z'],
  none: ['fill-edge', 'M0 0h12v12h-12zM1 1v10h10v-10z'],
} as const;

export function ChannelDays({ days, failure }: Pick<ChannelRow, 'days' | 'failure'>): ReactNode {
  const summary = describeDays(days);
  return (
    <div className="grid gap-1 pt-1">
      <svg role="img" aria-label={summary} viewBox="0 0 220 12" className="h-3 w-55">
        {days.map((day, index) => {
          const [ink, path] = SHAPES[toOutcome(day)];
          return (
            <g key={day.startsAtMs} transform={`translate(${index * 16})`}>
              <title>{`${toDay(day)}: ${describeDeliveries([day])}`}</title>
              <path
                d={path}
                className={`${ink} forced-colors:fill-[CanvasText]`}
                fillRule="evenodd"
              />
            </g>
          );
        })}
      </svg>
      <p className="text-xs text-quiet">
        {`${summary}${failure === undefined ? '.' : `: ${failure}`} `}
        <a href="#log" className="pointer-coarse:py-3">
          What was sent
        </a>
      </p>
    </div>
  );
}

function toOutcome({ sent, sentAgain, failed }: DeliveryDay): keyof typeof SHAPES {
  if (failed > 0) return 'failed';
  if (sentAgain > 0) return 'sentAgain';
  return sent > 0 ? 'sent' : 'none';
}
