import { toItem } from './demo-envelope.ts';
import { DAY_MS } from './demo-project.ts';
import type { DemoEvent } from './demo-project.ts';

/** Events that are older have no logs: Errata keeps logs for some days. */
const NEWEST_MS = 2 * DAY_MS;

interface Sent {
  readonly timestamp: number;
  readonly release?: string;
  readonly environment: string;
  readonly server_name?: string;
}

/** Returns the item of logs that a server writes on its way to the error, or none. */
export function toLogs({ kind, eventId, ageMs }: DemoEvent, sent: Sent): string[] {
  if (ageMs > NEWEST_MS || sent.server_name === undefined) return [];
  const { transaction = 'a job', exception } = kind.event;
  const { type = 'Error', value = '' } = exception?.values.at(-1) ?? {};
  const lines = [
    [-0.9, 'info', `${transaction} began`],
    [-0.6, 'debug', `Account ${eventId.slice(0, 6)} loaded in ${eventId.charCodeAt(3) % 40} ms`],
    [-0.2, 'warn', `${transaction} takes long`],
    [0, 'error', `${type}: ${value}`],
  ] as const;
  const named = {
    'sentry.release': sent.release,
    'sentry.environment': sent.environment,
    'server.address': sent.server_name,
  };
  const attributes = Object.fromEntries(
    Object.entries(named).flatMap(([name, text]) =>
      text === undefined ? [] : [[name, { value: text, type: 'string' }]],
    ),
  );
  const items = lines.map(([seconds, level, body]) => ({
    timestamp: sent.timestamp + seconds,
    trace_id: eventId,
    level,
    body,
    attributes,
  }));
  return [toItem('log', JSON.stringify({ items }), { item_count: items.length })];
}
