import type { LineColours } from './code-colours.ts';
import type { JsonValue } from './json.ts';
import type { HiddenValue } from './privacy.ts';

export const eventLevels = ['fatal', 'error', 'warning', 'info', 'debug'] as const;
export type EventLevel = (typeof eventLevels)[number];

type JsonFields = Readonly<Record<string, JsonValue>>;

/**
 * One call in a stack trace. Attributes as SDKs name them:
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/stacktrace/
 */
export interface StackFrame {
  /** The call as its language writes it, with class, package or module where it has them. Absent when nothing names it. */
  readonly function?: string;
  readonly module?: string;
  /** The library or executable that a native frame is of. */
  readonly package?: string;
  readonly filename?: string;
  readonly absPath?: string;
  readonly line?: number;
  readonly column?: number;
  /** Whether it is the application's own code: what the SDK says, or a rule where it says nothing or too much. */
  readonly inApp: boolean;
  /** Code of the machine, which a virtual machine called. */
  readonly isNative?: boolean;
  readonly contextLine?: string;
  readonly preContext?: readonly string[];
  readonly postContext?: readonly string[];
  /** Colours of each line of code, the failing one among them. Only pages have them. */
  readonly colours?: readonly LineColours[];
  /** Address of its code. Only pages have it. */
  readonly codeUrl?: string;
  readonly vars?: JsonFields;
  /** Its mapping; absent where no source map concerns it. */
  readonly mapping?: FrameMapping;
}

/** Why a frame has no original place. */
export type MissCause = 'no_file' | 'no_names' | 'no_map' | 'broken_map' | 'no_position';

/** The file that was uploaded by which a frame has its original place; or what was looked for, and why there is none. */
export interface FrameMapping {
  /** Address of the file that was uploaded, or of the one that ran. */
  readonly url: string;
  readonly debugId?: string;
  readonly miss?: MissCause;
}

/** How an exception belongs to another: what caused it, what was being handled, a member of a group, what was suppressed. */
export type ExceptionRelation = 'cause' | 'context' | 'member' | 'suppressed';

export interface Mechanism {
  /** How it was caught: `onunhandledrejection`, `generic`, … */
  readonly type: string;
  /** False when nothing caught it. */
  readonly handled?: boolean;
  readonly description?: string;
  /** The attribute of its parent that held it: `__cause__`, `exceptions[0]`, `errors[1]`, … */
  readonly source?: string;
  readonly data?: JsonFields;
  readonly meta?: JsonFields;
}

export interface ExceptionValue {
  /** With its module where its language writes it: `java.lang.Error`, `shop::Error`. */
  readonly type: string;
  readonly value: string;
  /** Where the type does not name it. */
  readonly module?: string;
  readonly mechanism?: Mechanism;
  /** The place of its parent among the event's exceptions; absent of the one that surfaced. */
  readonly parent?: number;
  /** How it belongs to that parent. */
  readonly relation?: ExceptionRelation;
  /** Whether its members are errors beside each other. */
  readonly isGroup?: boolean;
  /** Outermost call first, as SDKs send them; the failing call is the last. */
  readonly frames: readonly StackFrame[];
}

export interface EventThread {
  readonly id?: string;
  readonly name?: string;
  readonly state?: string;
  readonly isCrashed?: boolean;
  readonly isCurrent?: boolean;
  readonly isMain?: boolean;
  readonly frames: readonly StackFrame[];
}

export interface Breadcrumb {
  readonly timestampMs?: number;
  readonly type: string;
  readonly category?: string;
  readonly level: EventLevel;
  readonly message?: string;
  readonly data?: JsonFields;
}

export interface EventUser {
  readonly id?: string;
  readonly email?: string;
  readonly username?: string;
  readonly name?: string;
  readonly ipAddress?: string;
  readonly geo?: JsonFields;
  /** All else that was sent of the user. */
  readonly data?: JsonFields;
}

export interface EventRequest {
  readonly method?: string;
  readonly url?: string;
  readonly query?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Names alone: values of cookies are never kept. */
  readonly cookies?: readonly string[];
  /** A form or JSON as its fields, anything else as text. */
  readonly body?: JsonValue;
  readonly env?: JsonFields;
}

export interface EventSdk {
  readonly name: string;
  readonly version: string;
  readonly integrations?: readonly string[];
  /** `name version` of each. */
  readonly packages?: readonly string[];
}

/** What an issue is called. */
export interface EventTitle {
  /** That of the exception, with its module where its language writes it; of a log record its message. */
  readonly type: string;
  /** What the exception says; of a log record the last part of its logger's name. */
  readonly value: string;
  /** The failing call, `function (file:line)`; empty when there is no stack. A long one loses its middle. */
  readonly place: string;
}

/** What was in memory where the event happened, by which tools find its symbols. */
export interface DebugImage {
  /** Its file, with folders as they were sent. */
  readonly name: string;
  readonly type?: string;
  readonly debugId?: string;
  /** Its first address, and the one after its last, in hexadecimal. */
  readonly start?: string;
  readonly end?: string;
}

/** An event as the console reads it out of what was sent: bounded, one spelling per fact. */
export interface NormalisedEvent {
  /** What the event itself would call its issue; absent of one of which no more than a stub is there. */
  readonly title?: EventTitle;
  readonly eventId: string;
  readonly projectId: number;
  /** When it happened, in whole milliseconds: by the SDK's clock, unless that cannot be. */
  readonly occurredAtMs: number;
  /** When the relay took it, by the relay's clock. */
  readonly receivedAtMs: number;
  readonly level: EventLevel;
  readonly platform: string;
  readonly logger?: string;
  readonly transaction?: string;
  readonly serverName?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly dist?: string;
  readonly message?: string;
  /** What the message was made of, where the SDK says that. */
  readonly template?: { readonly message: string; readonly params: readonly string[] };
  /** Causes first, as SDKs send them; the exception that surfaced is the last. */
  readonly exceptions: readonly ExceptionValue[];
  /** The stack of a message or log record that has no exception: the event's own, or that of its thread. */
  readonly stack?: readonly StackFrame[];
  readonly threads?: readonly EventThread[];
  /** Oldest first. */
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly tags: readonly (readonly [key: string, value: string])[];
  readonly user?: EventUser;
  readonly request?: EventRequest;
  readonly contexts: Readonly<Record<string, JsonFields>>;
  readonly extra: JsonFields;
  readonly modules?: readonly (readonly [name: string, version: string])[];
  readonly images?: readonly DebugImage[];
  readonly fingerprint?: readonly string[];
  readonly sdk?: EventSdk;
  readonly traceId?: string;
  /** What was cut to fit the limits, corrected or left out, one note each; empty when nothing was. */
  readonly cut: readonly string[];
  /** Values that were taken out, or addresses that were shortened, before the event was stored. */
  readonly hidden?: readonly HiddenValue[];
  /** How many values those were, where not all are listed. */
  readonly hiddenTotal?: number;
  /** How many frames have their original places, and how many that maps concern have none; absent where no map was asked. */
  readonly mapping?: {
    readonly mapped: number;
    readonly missed: number;
    /** Whether these places are shown, not those of the code that ran. */
    readonly isOriginal: boolean;
  };
}
