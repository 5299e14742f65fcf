import type { Mapped } from './mapped.ts';
import { type HiddenValue, parseJson } from '#shared';
import { type JsonObject, readObject } from '../json/shape.ts';

/** Kind of the item that was sent: an event, or a browser's report of a policy violation. */
export type EventSource = 'event' | 'csp';

/**
 * Effect of a project's rules on an event. The effect is stored beside the event, because the rules
 * may change later.
 */
export interface RuleEffects {
  /** Replaces the SDK's fingerprint. Variables are not filled in yet. */
  readonly fingerprint?: { readonly parts: readonly string[]; readonly rule: string };
  /** Variables are not filled in yet, because their values may be hidden or erased later. */
  readonly title?: { readonly text: string; readonly rule: string };
  readonly app?: {
    /**
     * One text for each stack of `listStacks`, with one sign per frame, the failing frame first.
     * `+` means that a rule marked the frame as the application's, `-` as a library's. A dot or a
     * missing sign means that no rule changed the frame.
     */
    readonly stacks: readonly string[];
    readonly rules: readonly string[];
  };
}

/** Facts that are stored beside an event. The event itself stays as it was sent. */
export interface EventMeta {
  readonly source: EventSource;
  readonly eventId: string;
  readonly projectId: number;
  readonly receivedAtMs: number;
  /** SDK that the envelope's header names. */
  readonly sdk?: { readonly name: string; readonly version: string } | undefined;
  readonly traceId?: string | undefined;
  /** Time at which the SDK sent the event, by the SDK's clock. */
  readonly sentAtMs?: number | undefined;
  /** Network address of the sender. Set only when the sender is the event's user. */
  readonly senderAddress?: string | undefined;
  readonly cut?: readonly string[] | undefined;
  readonly hidden?: readonly HiddenValue[] | undefined;
  /** Number of hidden values, set when `hidden` does not list all of them. */
  readonly hiddenTotal?: number | undefined;
  readonly mapped?: Mapped | undefined;
  readonly ruled?: RuleEffects | undefined;
}

export interface StoredEvent {
  readonly meta: EventMeta;
  readonly event: JsonObject;
}

/** Returns three pieces that together are the stored form, a JSON document. `json` is the event. */
export function writeStoredEvent<Json extends string | Uint8Array>(
  meta: EventMeta,
  json: Json,
): readonly [string, Json, string] {
  return [`{"meta":${JSON.stringify(meta)},"event":`, json, '}'];
}

/** Throws when the text is not a stored event. */
export function readStoredEvent(text: string): StoredEvent {
  const stored = readObject(parseJson(text));
  const meta = readObject(stored?.['meta']);
  const event = readObject(stored?.['event']);
  if (!meta || !event) throw new Error('This is no stored event.');
  return { meta: meta as unknown as EventMeta, event };
}

const parsed = new WeakMap<StoredText, StoredEvent>();

export interface StoredText {
  readonly json: string;
}

/**
 * Like `readStoredEvent`, but parses a text once for all who read the same object. They must not
 * change the event.
 */
export function readStoredOnce(text: StoredText): StoredEvent {
  const known = parsed.get(text) ?? readStoredEvent(text.json);
  parsed.set(text, known);
  return known;
}
