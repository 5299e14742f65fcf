import type {
  Segment,
  SegmentChange,
  SegmentFilter,
  SegmentPage,
  SegmentTotals,
} from '#product/performance/segments';
import { formatMs, formatPercent, formatRate, printSearch } from '#shared';
import type { SegmentKind } from '#shared';
import type { FigureCell, FigureRow } from './segments.dto.ts';

const MINUTE_MS = 60_000;
const METHOD = /^(?<method>[A-Z]{3,10}) (?<rest>\S.*)$/s;

const PARAMETER = /\{(?:id|slug)\}/;

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
  const text = `${Number(factor.toPrecision(2))} × slower`;
  return { text, isAlarming: true, title: `p95 is ${text} in ${release} than in ${before}` };
}

/** Formats a share, also of nothing. */
export function toShare(part: number, of: number): string {
  return of > 0 ? formatPercent(part, of) : '0 %';
}

/** Counts requests by minute of the time in which they were counted. */
export function toRate(requests: number, { fromMs, toMs }: Span): string {
  return formatRate((requests * MINUTE_MS) / (toMs - fromMs));
}

/**
 * Searches issues by what their events may say: SDKs for Python leave out the method, and others
 * name addresses in place of routes.
 */
export function toIssuesSearch({ kind, name, isAddress }: Segment): string {
  const names = [name, kind === 'request' ? splitName({ kind, name }).name : name];
  // A route may have parameters of the same names, which events repeat.
  const isFolded = isAddress || !name.includes('/');
  const values = [...new Set(names)].map((each) => (isFolded ? each.split(PARAMETER) : [each]));
  const place = { at: 0, end: 0, isNegated: false };
  return printSearch([{ kind: 'name', key: 'transaction', values, ...place }]);
}

export function toFacts(
  totals: SegmentTotals,
  span: Span,
): readonly (readonly [label: string, value: string, more: string])[] {
  const { seen, requests, failed, cancelled, p50Ms, p75Ms, p95Ms, p99Ms } = totals;
  const all = Math.round(requests);
  // Cancelled page loads have no durations.
  const toTime = (ms: number): string => (ms === 0 ? '–' : formatMs(ms));
  return [
    ['p50', toTime(p50Ms), `p75 ${toTime(p75Ms)}`],
    ['p95', toTime(p95Ms), `p99 ${toTime(p99Ms)}`],
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
