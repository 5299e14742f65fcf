import { type ItemKind, itemKinds, type ItemType, reportLimits } from '#shared';

/**
 * Kinds of types that nobody declares, with the names that Sentry's own SDKs use for
 * dropped items (`envelopeItemTypeToDataCategory` of @sentry/core). A declared type replaces its
 * row.
 */
const others: readonly (readonly [string, ItemType])[] = [
  ['event', { kind: 'error' }],
  ['raw_security', { kind: 'security' }],
  ['replay_event', { kind: 'replay' }],
  ['replay_recording', { kind: 'replay' }],
  ['replay_video', { kind: 'replay' }],
  ['profile_chunk', { kind: 'profile' }],
  ['metric', { kind: 'trace_metric' }],
  ['trace_metric', { kind: 'trace_metric', isContainer: true }],
  ['log', { kind: 'log_item', isContainer: true }],
  ['span', { kind: 'span', isContainer: true }],
  ['sessions', { kind: 'session' }],
  ['check_in', { kind: 'monitor' }],
  ['user_report', { kind: 'default' }],
  ['client_report', { kind: 'internal' }],
];

const EVENTS: readonly string[] = ['event', 'raw_security'];

/** Maximum bytes of payloads that intake handles itself, declared or not. */
const ownMaxBytes: ReadonlyMap<string, number> = new Map([
  ['event', reportLimits.eventBytes],
  ['raw_security', reportLimits.keptEventBytes],
  ['attachment', reportLimits.attachmentBytes],
]);
const ownNames: ReadonlySet<string> = new Set(itemKinds);

/**
 * A container is one item that holds several logs, metrics or spans. A container that claims more
 * than this number counts as one item. SDKs put at most 100 logs into one container.
 */
const MOST_IN_CONTAINER = 1000;

/** The types of items that the relay knows. Senders choose the words that are looked up here. */
export class ItemTypes<Declared extends ItemType = ItemType> {
  readonly #declared: ReadonlyMap<string, Declared>;
  readonly #all: ReadonlyMap<string, ItemType>;

  constructor(declared: readonly Readonly<Record<string, Declared>>[] = []) {
    const all = declared.flatMap((each) => Object.entries(each));
    this.#declared = new Map(all);
    const isOnce = EVENTS.every((type) => !this.#declared.has(type));
    if (all.length !== this.#declared.size || !isOnce) {
      throw new RangeError('Two capabilities declare one type of items.');
    }
    this.#all = new Map([...others, ...this.#declared]);
  }

  find(type: string): Declared | undefined {
    return this.#declared.get(type);
  }

  /**
   * Returns whether items of this type are processed. An envelope with only other types is
   * acknowledged and dropped.
   */
  isKept(type: string): boolean {
    return EVENTS.includes(type) || this.#declared.has(type);
  }

  /**
   * Maximum bytes of a payload. Types that nobody declares have none: `decodedBytesWithoutAttachments`
   * limits them.
   */
  findMaxBytes(type: string): number | undefined {
    const declared = this.#declared.get(type);
    const most = declared && (declared.maxBytes ?? reportLimits.keptEventBytes);
    return ownMaxBytes.get(type) ?? most;
  }

  toKind(type: string): ItemKind {
    const found = this.#all.get(type);
    if (found) return found.kind;
    return ownNames.has(type) ? (type as ItemKind) : 'unknown';
  }

  /**
   * Returns how many items a container holds according to its header; 1 for any other item.
   * https://develop.sentry.dev/sdk/telemetry/logs/
   */
  count(type: string, { item_count: count }: Readonly<Record<string, unknown>>): number {
    const isCount = this.#all.get(type)?.isContainer && Number.isInteger(count);
    return isCount && (count as number) >= 1 && (count as number) <= MOST_IN_CONTAINER
      ? (count as number)
      : 1;
  }
}
