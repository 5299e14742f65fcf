import { itemKinds } from '#shared';
import type { ItemKind } from '#shared';

/** As Sentry's own SDKs name what they drop (`envelopeItemTypeToDataCategory` of @sentry/core). */
const kindsByType: Readonly<Record<string, ItemKind>> = {
  event: 'error',
  raw_security: 'security',
  sessions: 'session',
  check_in: 'monitor',
  replay_event: 'replay',
  replay_recording: 'replay',
  replay_video: 'replay',
  profile_chunk: 'profile',
  log: 'log_item',
  metric: 'trace_metric',
  user_report: 'default',
  client_report: 'internal',
};

const ownNames: ReadonlySet<string> = new Set(itemKinds);

/** Items of one kind in one: SDKs put at most 100 logs into a container. */
const MOST_IN_CONTAINER = 1000;
const CONTAINERS: ReadonlySet<string> = new Set(['log', 'trace_metric', 'span']);

/** How many an item stands for, as a container's header says: https://develop.sentry.dev/sdk/telemetry/logs/ */
export function countInItem(
  type: string,
  { item_count: count }: Readonly<Record<string, unknown>>,
): number {
  const isCount = CONTAINERS.has(type) && Number.isInteger(count);
  return isCount && (count as number) >= 1 && (count as number) <= MOST_IN_CONTAINER
    ? (count as number)
    : 1;
}

/** What an item of an envelope is counted as, by the type in its header. */
export function toItemKind(type: string): ItemKind {
  if (Object.hasOwn(kindsByType, type)) return kindsByType[type]!;
  return ownNames.has(type) ? (type as ItemKind) : 'unknown';
}
