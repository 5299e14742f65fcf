import { toAttributes, toItem } from './demo-envelope.ts';
import { toSent } from './demo-events.ts';
import { DAY_MS } from './demo-project.ts';
import type { DemoEvent, DemoProject } from './demo-project.ts';

/** Events that are older have no logs: Errata keeps logs for some days. */
const OLDEST_MS = 2 * DAY_MS;
const LOGS_PER_ENVELOPE = 40;
/** Logs of one event. */
const MOST_LOGS = 4;

/**
 * Yields envelopes with what servers logged on their way to errors, oldest first. Each says when it
 * is sent, since Errata takes an earlier time for a wrong clock and moves the logs.
 */
export function* toLogEnvelopes<P extends DemoProject>(
  events: readonly DemoEvent<P>[],
  startedAtMs: number,
  now: () => number,
): Generator<{ readonly project: P; readonly envelope: string }> {
  const open = new Map<P, object[]>();
  const batches: { readonly project: P; readonly item: string }[] = [];
  const close = (project: P): void => {
    const items = open.get(project) ?? [];
    if (items.length === 0) return;
    const item = toItem('log', JSON.stringify({ items }), { item_count: items.length });
    batches.push({ project, item });
    open.delete(project);
  };
  const logged = events.filter(({ ageMs }) => ageMs < OLDEST_MS);
  for (const event of logged.toSorted((one, other) => other.ageMs - one.ageMs)) {
    const { project } = event;
    open.set(project, [...(open.get(project) ?? []), ...toLogs(event, startedAtMs)]);
    if (open.get(project)!.length > LOGS_PER_ENVELOPE - MOST_LOGS) close(project);
  }
  for (const project of open.keys()) close(project);
  for (const { project, item } of batches) {
    const header = JSON.stringify({ sent_at: new Date(now()).toISOString() });
    yield { project, envelope: `${header}\n${item}\n` };
  }
}

function toLogs(event: DemoEvent, startedAtMs: number): object[] {
  const { kind, eventId } = event;
  const { timestamp, release, environment, server_name: server } = toSent(event, startedAtMs);
  if (server === undefined) return [];
  const { transaction = 'a job', exception } = kind.event;
  const thrown = exception?.values.at(-1);
  const named = {
    'sentry.release': release,
    'sentry.environment': environment,
    'server.address': server,
  };
  const attributes = toAttributes(named);
  const account = eventId.slice(0, 6);
  const tookMs = eventId.charCodeAt(3) % 40;
  const lines = [
    [0.9, 'info', `${transaction} began`, {}],
    [0.6, 'debug', `Account ${account} loaded in ${tookMs} ms`, { 'query.ms': tookMs }],
    [0.2, 'warn', `${transaction} takes long`, { 'queue.waiting': tookMs * 3 }],
    ...(thrown ? [[0.002, 'error', `${thrown.type}: ${thrown.value}`, {}] as const] : []),
  ] as const;
  return lines.map(([before, level, body, facts]) => ({
    timestamp: timestamp - before,
    trace_id: eventId,
    level,
    body,
    attributes: { ...attributes, ...toAttributes({ account, ...facts }) },
  }));
}
