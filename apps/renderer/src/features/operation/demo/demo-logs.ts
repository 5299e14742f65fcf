import { toItem } from './demo-envelope.ts';
import { toSent } from './demo-events.ts';
import { DAY_MS } from './demo-project.ts';
import type { DemoEvent, DemoProject } from './demo-project.ts';

/** Events that are older have no logs: Errata keeps logs for some days. */
const OLDEST_MS = 2 * DAY_MS;
const EVENTS_PER_ENVELOPE = 25;

/** Returns envelopes with what servers of the project logged on their way to errors, oldest first. */
export function toLogEnvelopes<P extends DemoProject>(
  project: P,
  events: readonly DemoEvent<P>[],
  startedAtMs: number,
): string[] {
  const logged = events
    .filter((event) => event.project === project && event.ageMs < OLDEST_MS)
    .toSorted((one, other) => other.ageMs - one.ageMs)
    .map((event) => toLogs(event, startedAtMs))
    .filter((logs) => logs.length > 0);
  const header = JSON.stringify({ sent_at: new Date(startedAtMs).toISOString() });
  return Array.from({ length: Math.ceil(logged.length / EVENTS_PER_ENVELOPE) }, (_, nth) => {
    const begin = nth * EVENTS_PER_ENVELOPE;
    const items = logged.slice(begin, begin + EVENTS_PER_ENVELOPE).flat();
    const payload = JSON.stringify({ items });
    return `${header}\n${toItem('log', payload, { item_count: items.length })}\n`;
  });
}

function toLogs(event: DemoEvent, startedAtMs: number): object[] {
  const { kind, eventId } = event;
  const { timestamp, release, environment, server_name: server } = toSent(event, startedAtMs);
  if (server === undefined) return [];
  const { transaction = 'a job', exception } = kind.event;
  const { type = 'Error', value = '' } = exception?.values.at(-1) ?? {};
  const named = {
    'sentry.release': release,
    'sentry.environment': environment,
    'server.address': server,
  };
  const attributes = Object.fromEntries(
    Object.entries(named).map(([name, text]) => [name, { value: text, type: 'string' }]),
  );
  const lines = [
    [0.9, 'info', `${transaction} began`],
    [0.6, 'debug', `Account ${eventId.slice(0, 6)} loaded in ${eventId.charCodeAt(3) % 40} ms`],
    [0.2, 'warn', `${transaction} takes long`],
    [0.002, 'error', `${type}: ${value}`],
  ] as const;
  return lines.map(([before, level, body]) => ({
    timestamp: timestamp - before,
    trace_id: eventId,
    level,
    body,
    attributes,
  }));
}
