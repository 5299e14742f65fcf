import { itemKinds } from '#shared';
import type { ItemKind } from '#shared';

/**
 * Kinds by item type, with the names that Sentry's own SDKs use for dropped items
 * (`envelopeItemTypeToDataCategory` of @sentry/core).
 */
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

/**
 * A container is one item that holds several logs, metrics or spans. A container that claims more
 * than this number counts as one item. SDKs put at most 100 logs into one container.
 */
const MOST_IN_CONTAINER = 1000;
const CONTAINERS: ReadonlySet<string> = new Set(['log', 'trace_metric', 'span']);

/**
 * Returns how many items a container holds according to its header; 1 for any other item.
 * https://develop.sentry.dev/sdk/telemetry/logs/
 */
export function countInItem(
  type: string,
  { item_count: count }: Readonly<Record<string, unknown>>,
): number {
  const isCount = CONTAINERS.has(type) && Number.isInteger(count);
  return isCount && (count as number) >= 1 && (count as number) <= MOST_IN_CONTAINER
    ? (count as number)
    : 1;
}

export function toItemKind(type: string): ItemKind {
  if (Object.hasOwn(kindsByType, type)) return kindsByType[type]!;
  return ownNames.has(type) ? (type as ItemKind) : 'unknown';
}
