import { writeStoredEvent } from '#events';
import { encodePayload, type GroupedEvent, type ProcessedReport } from '#product/recording/reports';
import type { JsonValue, NormalisedEvent } from '#shared';
import { toSentForm } from './sent-form.ts';

/** Returns an event as the relay derives it from a Node.js TypeError, with the given overrides. */
export function sampleEvent(overrides: Partial<NormalisedEvent> = {}): NormalisedEvent {
  return {
    eventId: 'a'.repeat(32),
    projectId: 1,
    occurredAtMs: Date.UTC(2026, 0, 2, 3, 4, 5),
    receivedAtMs: Date.UTC(2026, 0, 2, 3, 4, 6),
    level: 'error',
    platform: 'node',
    environment: 'production',
    release: 'shop@1.4.2',
    exceptions: [
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'price')",
        mechanism: { type: 'onuncaughtexception', handled: false },
        frames: [
          { function: 'handle', filename: 'node_modules/express/router.js', line: 9, inApp: false },
          {
            function: 'totalOf',
            filename: 'src/cart/total.ts',
            line: 42,
            column: 17,
            inApp: true,
            preContext: ['export function totalOf(cart: Cart): number {'],
            contextLine: '  return cart.items[0].price;',
            postContext: ['}'],
          },
        ],
      },
    ],
    breadcrumbs: [
      {
        timestampMs: Date.UTC(2026, 0, 2, 3, 4, 4),
        type: 'http',
        category: 'fetch',
        level: 'info',
        message: 'GET /cart',
      },
    ],
    tags: [['customer', 'gold']],
    contexts: { runtime: { name: 'node', version: 'v20.19.0' } },
    extra: {},
    sdk: { name: 'sentry.javascript.node', version: '11.11.0' },
    cut: [],
    ...overrides,
  };
}

/**
 * Fields of an event as an SDK sends them, for fields that have another form when stored: `{
 * modules: { django: '5.2' } }`.
 */
export type SentFields = Readonly<Record<string, JsonValue>>;

export function toSent(event: NormalisedEvent, fields: SentFields = {}): SentFields {
  const sent = toSentForm(event);
  return { ...(JSON.parse(JSON.stringify(sent)) as SentFields), ...fields };
}

/**
 * Returns a report with this one event, grouped by its exception's type. `fields` are stored as
 * they were sent.
 */
export function sampleReport(
  reportId: number,
  event: NormalisedEvent,
  fields?: SentFields,
): ProcessedReport {
  const exception = event.exceptions.at(-1);
  const name = Buffer.from(exception?.type ?? 'message').toString('hex');
  const key = name.padEnd(32, '0').slice(0, 32);
  const grouped: GroupedEvent = {
    event: toFacts(event),
    payload: toPayload(event, fields),
    kind: 'error',
    grouping: {
      keys: [{ version: 1, key }],
      type: exception?.type ?? 'Message',
      value: exception?.value ?? event.message ?? '',
      place: 'totalOf (src/cart/total.ts:42)',
      level: event.level,
      lookAlikes: { words: '', place: '' },
    },
  };
  return {
    origin: 'spec',
    reportId,
    projectId: event.projectId,
    publicKey: '',
    events: [grouped],
    outcomes: [],
    outcomesIfDeleted: [],
  };
}

function toFacts({ user, tags, ...event }: NormalisedEvent): GroupedEvent['event'] {
  const { eventId, projectId, receivedAtMs, occurredAtMs, level, release, environment } = event;
  const ids = { eventId, projectId, receivedAtMs, occurredAtMs, level };
  const { digest, request_id: requestId } = Object.fromEntries(tags);
  const names = { traceId: event.traceId, userName: user?.id, digest, requestId };
  return { ...ids, release, environment, ...names };
}

function toPayload(event: NormalisedEvent, fields?: SentFields): GroupedEvent['payload'] {
  const { eventId, projectId, receivedAtMs, sdk, cut, hidden } = event;
  const meta = { source: 'event', eventId, projectId, receivedAtMs, sdk, cut, hidden } as const;
  return encodePayload(writeStoredEvent(meta, JSON.stringify(toSent(event, fields))));
}
