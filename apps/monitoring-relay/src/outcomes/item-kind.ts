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

/** What an item of an envelope is counted as, by the type in its header. */
export function toItemKind(type: string): ItemKind {
  if (Object.hasOwn(kindsByType, type)) return kindsByType[type]!;
  return ownNames.has(type) ? (type as ItemKind) : 'unknown';
}
