import { type JsonObject, readArray, readObject } from '#events';
import { type DiscardCount, type DiscardReason, discardReasons, reportLimits } from '#shared';
import {
  declareItems,
  type ItemPlace,
  parseItem,
  type ReadItem,
  type SpooledItem,
} from '#product/recording/reports/relay';

type Discard = Pick<DiscardCount, 'reason' | 'kind' | 'quantity'>;

/**
 * Largest count that is accepted. A larger number is a mistake, and sums could exceed the largest
 * exact integer.
 */
const MOST = 1_000_000_000;

/**
 * The lists of a client report. Only lines of `discarded_events` give a reason that Errata knows.
 * Lines of the other lists name a rule of a server, so the list determines the reason.
 */
const lists = [
  'discarded_events',
  'rate_limited_events',
  'filtered_events',
  'filtered_sampling_events',
] as const;

const reasons: ReadonlySet<string> = new Set(discardReasons);

export const discardItems = declareItems({
  list: 'discards',
  types: {
    client_report: {
      kind: 'internal',
      read: readClientReport,
      examples: ['{"timestamp":$,"discarded_events":$}'],
    },
  },
  weigh: () => 0,
  endsAsStored: true,
});

function readClientReport(
  item: SpooledItem,
  { report, toKind }: ItemPlace,
): ReadItem<readonly DiscardCount[]> {
  const parsed = parseItem(item);
  if (!parsed.ok) return parsed;
  const { projectId, publicKey, receivedAtMs: atMs } = report;
  const discards = readDiscards(parsed.value, toKind);
  return { ok: true, item: discards.map((each) => ({ ...each, projectId, publicKey, atMs })) };
}

/** https://develop.sentry.dev/sdk/telemetry/client-reports/ */
export function readDiscards(payload: JsonObject, toKind: ItemPlace['toKind']): Discard[] {
  return lists
    .flatMap((list) => (readArray(payload[list]) ?? []).map((line) => readLine(list, line, toKind)))
    .slice(0, reportLimits.discardLines)
    .filter((discard) => discard !== undefined);
}

function readLine(
  list: (typeof lists)[number],
  value: unknown,
  toKind: ItemPlace['toKind'],
): Discard | undefined {
  const line = readObject(value);
  const quantity = line?.['quantity'];
  if (!line || !Number.isInteger(quantity) || (quantity as number) < 1) return undefined;
  const { category } = line;
  return {
    reason: toReason(list, line['reason']),
    kind: typeof category === 'string' ? toKind(category) : 'unknown',
    quantity: Math.min(quantity as number, MOST),
  };
}

function toReason(list: (typeof lists)[number], reason: unknown): DiscardReason {
  if (list === 'rate_limited_events') return 'ratelimit_backoff';
  if (list !== 'discarded_events') return list === 'filtered_events' ? 'filtered' : 'sample_rate';
  return typeof reason === 'string' && reasons.has(reason) ? (reason as DiscardReason) : 'other';
}
