import type { ReactNode } from 'react';
import { namesOf, timeAxisOf } from '../../../../ui/charts/time-axis.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { formatIn } from '../../../../ui/time/format-time.ts';
import { useZone } from '../../../../ui/time/time-format.ts';
import type { SegmentBands, SegmentMark } from '../segments.dto.ts';
import { FigureTable } from './figure-table.tsx';

const LINE = 'fill-none [stroke-linecap:round] [vector-effect:non-scaling-stroke]';
const TOLD_MARKS = 5;
const POINTS = ['From', 'Requests', 'Failed', 'p50', 'p95', 'p99'];

/** Draws p50 to p95 as a band, p95 as a line, p99 dotted, and releases dashed. */
export function Bands({ bands }: { readonly bands: SegmentBands }): ReactNode {
  const { band, p95, p99, told, marks, names, ticks, points } = bands;
  const zone = useZone();
  const tell = (atMs: number): string => formatIn(zone, atMs).slice(5, 16);
  const tellMark = ({ release, environment, atMs }: SegmentMark): string =>
    `${release} ${environment === undefined ? 'first seen' : `deployed to ${environment}`} ${tell(atMs)}`;
  return (
    <figure className="min-w-0">
      {namesOf(names)}
      <svg
        role="img"
        aria-label={told}
        className="block h-40 w-full border-b border-edge"
        viewBox="0 -2 800 162"
        preserveAspectRatio="none"
      >
        <path className="fill-selected" d={band} />
        {marks.map((mark) => (
          <line
            key={mark.release}
            x1={mark.at * 800}
            x2={mark.at * 800}
            y2="160"
            className={`${LINE} stroke-quiet [stroke-dasharray:3_3]`}
          >
            <title>{tellMark(mark)}</title>
          </line>
        ))}
        <path d={p95} className={`${LINE} stroke-ink stroke-2`} />
        <path d={p99} className={`${LINE} stroke-ink [stroke-dasharray:1_4]`} />
      </svg>
      {timeAxisOf(ticks, zone)}
      <figcaption className="pt-1 text-xs text-quiet">
        {`${told}. Filled: p50 to p95. Line: p95. Dotted: p99.`}
        {marks.length > 0 && (
          <span className="block wrap-anywhere text-faint">{`Dashed: ${marks.slice(0, TOLD_MARKS).map(tellMark).join('; ')}`}</span>
        )}
      </figcaption>
      <Disclosure summary="The numbers of the picture" className="pt-2 text-sm">
        <FigureTable
          head={POINTS}
          rows={points.map(({ atMs, cells }) => ({ name: tell(atMs), cells }))}
        />
      </Disclosure>
    </figure>
  );
}
