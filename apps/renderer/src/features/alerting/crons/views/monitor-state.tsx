import { isFailure, RUN_WORDS } from '#product/alerting/crons/rules';
import type { ReactNode } from 'react';
import type { MonitorRow } from '../crons.dto.ts';

interface StateProps {
  readonly row: Pick<MonitorRow, 'state' | 'status' | 'isFailing'>;
}

export function State({ row }: StateProps): ReactNode {
  const ink = row.isFailing ? 'font-semibold text-accent' : 'text-quiet';
  return <span className={ink}>{toWords(row)}</span>;
}

/** A line, a cross, a ring or a tick, so that the state of a row needs no colour. */
export function StateMark({ row }: StateProps): ReactNode {
  const ink = row.isFailing ? 'stroke-accent' : 'stroke-edge';
  const box = { role: 'img', viewBox: '0 0 16 16', className: `size-4 fill-none stroke-2 ${ink}` };
  return (
    <svg {...box} aria-label={toWords(row)}>
      <path d={toShape(row)} />
    </svg>
  );
}

function toShape({ state, status, isFailing }: StateProps['row']): string {
  if (state === 'disabled') return 'M2 8h12';
  if (isFailing) return 'm3 3 10 10m0-10L3 13';
  return status === undefined ? 'M8 2.5a5.5 5.5 0 1 0 .01 0z' : 'm2 8.5 4 4 8-9';
}

function toWords({ state, status, isFailing }: StateProps['row']): string {
  if (state === 'disabled') return 'off';
  const known = status === undefined ? 'waiting' : RUN_WORDS[status];
  const words = isFailing && status !== undefined && !isFailure(status) ? 'failing' : known;
  return state === 'muted' ? `${words} · muted` : words;
}
