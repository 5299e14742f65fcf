import { randomUUID } from 'node:crypto';

/** The key of project `app`, which has the id 1 in relays of specs. */
export const publicKey = 'a1b2c3';

export interface EnvelopeTraits {
  readonly dsn?: string;
  /** When absent, the envelope gets a new id. When null, its header has no id. */
  readonly eventId?: string | null;
  readonly event?: object;
}

/**
 * Creates an event of the size that a server's SDK typically sends. `bytes` pads the event to that
 * number of bytes.
 */
export function createEvent({
  bytes = 0,
  ...traits
}: { bytes?: number; [field: string]: unknown } = {}): object {
  const frames = Array.from({ length: 3 }, (_, index) => ({
    function: `step${index}`,
    filename: `app/step${index}.js`,
    lineno: index + 1,
    in_app: true,
    context_line: `  await step${index + 1}();`,
  }));
  const event = {
    platform: 'node',
    level: 'error',
    exception: { values: [{ type: 'TypeError', value: 'x is undefined', stacktrace: { frames } }] },
    ...traits,
  };
  const missing = bytes - JSON.stringify(event).length;
  return missing > 0 ? { ...event, extra: { padding: 'x'.repeat(missing) } } : event;
}

export function createEventId(): string {
  return randomUUID().replaceAll('-', '');
}

export function createEnvelope({
  dsn,
  eventId,
  event = createEvent(),
}: EnvelopeTraits = {}): string {
  const header = {
    ...(eventId === null ? {} : { event_id: eventId ?? createEventId() }),
    ...(dsn === undefined ? {} : { dsn }),
    sent_at: new Date(0).toISOString(),
  };
  return [header, { type: 'event' }, event].map((line) => JSON.stringify(line)).join('\n');
}
