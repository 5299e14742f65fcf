import type { Mapped } from './mapped.ts';
import { type HiddenValue, parseJson } from '#shared';
import { type JsonObject, readObject } from '../json/shape.ts';

/** Of which kind of item an event was made: sent as one, or a browser's report of a violated policy. */
export type EventSource = 'event' | 'csp';

/** The effect of a project's rules on an event. It is stored beside the event, since rules change. */
export interface Ruled {
  /** In place of what its SDK sent; variables are not filled in yet. */
  readonly fingerprint?: { readonly parts: readonly string[]; readonly rule: string };
  /** Variables are not filled in yet: what stands for them may be hidden or erased later. */
  readonly title?: { readonly text: string; readonly rule: string };
  readonly app?: {
    /**
     * A letter for each frame of each of the event's stacks (`listStacks`), the failing frame first: `+` is the application's own
     * by a rule, `-` is not. What no rule changed has a dot, or no letter.
     */
    readonly stacks: readonly string[];
    readonly rules: readonly string[];
  };
}

/** What is stored beside an event as it was sent. */
export interface EventMeta {
  readonly source: EventSource;
  readonly eventId: string;
  readonly projectId: number;
  /** By the relay's clock. */
  readonly receivedAtMs: number;
  /** Of the envelope's header. */
  readonly sdk?: { readonly name: string; readonly version: string } | undefined;
  readonly traceId?: string | undefined;
  /** When the SDK sent it, by the SDK's clock. */
  readonly sentAtMs?: number | undefined;
  /** Address of the sender, of events that have their user's address taken from it. */
  readonly senderAddress?: string | undefined;
  /** What was shortened to fit before it was stored. */
  readonly cut?: readonly string[] | undefined;
  /** Which values were taken out before it was stored. */
  readonly hidden?: readonly HiddenValue[] | undefined;
  /** How many values those were, where not all are listed. */
  readonly hiddenTotal?: number | undefined;
  /** The original places of its frames. The event beside it is as it was sent. */
  readonly mapped?: Mapped | undefined;
  /** What rules of the project did with it. The event beside it is as it was sent. */
  readonly ruled?: Ruled | undefined;
}

/** An event as its SDK sent it, with what the relay knows of it. */
export interface StoredEvent {
  readonly meta: EventMeta;
  readonly event: JsonObject;
}

/** The stored form: one JSON document of both, in pieces that follow each other. `json` is the event as JSON text. */
export function writeStoredEvent<Json extends string | Uint8Array>(
  meta: EventMeta,
  json: Json,
): readonly [string, Json, string] {
  return [`{"meta":${JSON.stringify(meta)},"event":`, json, '}'];
}

/** Throws for what `writeStoredEvent` did not write. */
export function readStoredEvent(text: string): StoredEvent {
  const stored = readObject(parseJson(text));
  const meta = readObject(stored?.['meta']);
  const event = readObject(stored?.['event']);
  if (!meta || !event) throw new Error('This is no stored event.');
  return { meta: meta as unknown as EventMeta, event };
}
