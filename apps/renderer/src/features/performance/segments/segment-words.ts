import type {
  Segment,
  SegmentChange,
  SegmentFilter,
  SegmentPage,
  SegmentTotals,
} from '#product/performance/segments';
import { formatMs, formatPercent, formatRate } from '#shared';
import type { SegmentKind } from '#shared';
import type { FigureCell, FigureRow, SegmentProps } from './segments.dto.ts';

const MINUTE_MS = 60_000;
const METHOD = /^(?<method>[A-Z]{3,10}) (?<rest>\S.*)$/s;

export const kindWords: Readonly<Record<SegmentKind, string>> = {
  request: 'Request',
  page: 'Page load',
  navigation: 'Navigation',
  job: 'Job',
  task: 'Task',
};

type Span = Pick<SegmentFilter, 'fromMs' | 'toMs'>;

/** Takes the method off a request's name. Other kinds are named in its place. */
export function splitName({
  kind,
  name,
}: Pick<Segment, 'kind' | 'name'>): Pick<FigureRow, 'method' | 'name'> {
  if (kind !== 'request') return { method: kind, name };
  const { method, rest } = METHOD.exec(name)?.groups ?? {};
  return method === undefined || rest === undefined ? { name } : { method, name: rest };
}

/** Says what changed in a few words, and all of it in the title. */
export function toChange({ factor, release, before }: SegmentChange): FigureCell {
  const isAlarming = factor >= 1;
  const times = Number((isAlarming ? factor : 1 / factor).toPrecision(2));
  const text = `${times} × ${isAlarming ? 'slower' : 'faster'}`;
  return { text, isAlarming, title: `p95 is ${text} in ${release} than in ${before}` };
}

/** Formats a share, also of nothing. */
export function toShare(part: number, of: number): string {
  return of > 0 ? formatPercent(part, of) : '0 %';
}

export function toRate(requests: number, { fromMs, toMs }: Span): string {
  return formatRate((requests * MINUTE_MS) / Math.max(MINUTE_MS, toMs - fromMs));
}

export function toFacts(totals: SegmentTotals, span: Span): SegmentProps['facts'] {
  const { seen, requests, failed, cancelled, p50Ms, p75Ms, p95Ms, p99Ms } = totals;
  const all = Math.round(requests);
  return [
    ['p50', formatMs(p50Ms), `p75 ${formatMs(p75Ms)}`],
    ['p95', formatMs(p95Ms), `p99 ${formatMs(p99Ms)}`],
    [
      'A minute',
      toRate(requests, span),
      `${count(all)} in all${all === seen ? '' : `, estimated from ${count(seen)}`}`,
    ],
    ['Failed', toShare(failed, requests), cancelled > 0 ? `${count(cancelled)} cancelled` : ''],
  ];
}

/** Tells the p95 of 14 days, of which a day without segments has none. */
export function tellDays(days: readonly (number | undefined)[]): string {
  const known = days.filter((day) => day !== undefined);
  if (known.length === 0) return 'Nothing in 14 days';
  const most = formatMs(Math.max(...known));
  return `p95 of 14 days: at most ${most}, ${formatMs(known.at(-1)!)} on the last`;
}

/** Says what is found, and what has no name of its own. */
export function tellFound({ found, requests, failed, others }: SegmentPage, time: string): string {
  if (found === 0) return `Nothing ended ${time}.`;
  const all = `${count(found)} names, ${count(requests)} times ${time}, of which ${toShare(failed, requests)} failed.`;
  return others === undefined
    ? all
    : `${all} ${count(others.requests)} more have rarer names, which are counted together.`;
}

export function count(quantity: number): string {
  return Math.round(quantity).toLocaleString('en');
}
