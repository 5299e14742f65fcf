import type { LineColours } from './code-colours.ts';
import type { JsonValue } from './json.ts';
import type { HiddenValue } from './privacy.ts';

export const eventLevels = ['fatal', 'error', 'warning', 'info', 'debug'] as const;
export type EventLevel = (typeof eventLevels)[number];

type JsonFields = Readonly<Record<string, JsonValue>>;

/**
 * One call of a stack trace, with the attributes that SDKs send:
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/stacktrace/
 */
export interface StackFrame {
  readonly function?: string;
  readonly module?: string;
  readonly package?: string;
  readonly filename?: string;
  readonly absPath?: string;
  readonly line?: number;
  readonly column?: number;
  /** True for the application's own code, as the SDK or a grouping rule says. */
  readonly inApp: boolean;
  /** True for machine code that a virtual machine called. */
  readonly isNative?: boolean;
  readonly contextLine?: string;
  readonly preContext?: readonly string[];
  readonly postContext?: readonly string[];
  /** Colours of each line of code, the failing line included. Only pages set this. */
  readonly colours?: readonly LineColours[];
  readonly codeUrl?: string;
  readonly vars?: JsonFields;
  /** Absent when no source map concerns the frame. */
  readonly mapping?: FrameMapping;
}

export type MissCause = 'no_file' | 'no_names' | 'no_map' | 'broken_map' | 'no_position';

/**
 * Uploaded file that gave a frame its original position. When `miss` is set, the file that was
 * looked for.
 */
export interface FrameMapping {
  /** Address of the uploaded file, or of the file that ran. */
  readonly url: string;
  readonly debugId?: string;
  readonly miss?: MissCause;
}

/**
 * `cause` caused the parent. `context` was being handled when the parent was raised. `member`
 * belongs to a group. `suppressed` was suppressed by the parent.
 */
export type ExceptionRelation = 'cause' | 'context' | 'member' | 'suppressed';

export interface Mechanism {
  readonly type: string;
  readonly handled?: boolean;
  readonly description?: string;
  /**
   * Attribute of the parent that held the exception: `__cause__`, `exceptions[0]`, `errors[1]`, …
   */
  readonly source?: string;
  readonly data?: JsonFields;
  readonly meta?: JsonFields;
}

export interface ExceptionValue {
  /** Includes the module when the language writes it so: `java.lang.Error`, `shop::Error`. */
  readonly type: string;
  readonly value: string;
  /** Absent when `type` already names the module. */
  readonly module?: string;
  readonly mechanism?: Mechanism;
  /**
   * Index of the parent among the event's exceptions. Absent on the exception that surfaced, and
   * when the SDK names no parent.
   */
  readonly parent?: number;
  readonly relation?: ExceptionRelation;
  /** True when the members are errors side by side, not causes of each other. */
  readonly isGroup?: boolean;
  /** Outermost call first, as SDKs send them; the failing call is last. */
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
  readonly data?: JsonFields;
}

export interface EventRequest {
  readonly method?: string;
  readonly url?: string;
  readonly query?: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Names only. Values of cookies are never kept. */
  readonly cookies?: readonly string[];
  readonly body?: JsonValue;
  readonly env?: JsonFields;
}

export interface EventSdk {
  readonly name: string;
  readonly version: string;
  readonly integrations?: readonly string[];
  /** `name version` of each package. */
  readonly packages?: readonly string[];
}

export interface EventTitle {
  /**
   * Type of the exception, with its module when the language writes it so. A log record has its
   * message here.
   */
  readonly type: string;
  /** Message of the exception. A log record has the last part of its logger's name here. */
  readonly value: string;
  /**
   * The failing call as `function (file:line)`, without its middle when it is long. Empty when the
   * event has no stack.
   */
  readonly place: string;
}

/** Binary that was in memory when the event happened. Tools find symbols by it. */
export interface DebugImage {
  readonly name: string;
  readonly type?: string;
  readonly debugId?: string;
  /** Hexadecimal. `start` is the first address of the image, and `end` the first one behind it. */
  readonly start?: string;
  readonly end?: string;
}

export interface NormalisedEvent {
  /**
   * Title that the event itself would give its issue. Absent when only a stub of the event is kept.
   */
  readonly title?: EventTitle;
  readonly eventId: string;
  readonly projectId: number;
  /** Whole milliseconds, by the SDK's clock unless its time is impossible. */
  readonly occurredAtMs: number;
  /** When the report arrived, by the relay's clock. */
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
  readonly template?: { readonly message: string; readonly params: readonly string[] };
  /** Causes first, as SDKs send them; the exception that surfaced is the last. */
  readonly exceptions: readonly ExceptionValue[];
  /** Stack of a message or log record without exception: its own, or that of its thread. */
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
  /** One note for each thing that was cut to fit the limits, corrected or left out. */
  readonly cut: readonly string[];
  /** Values that were removed, and addresses that were shortened, before the event was stored. */
  readonly hidden?: readonly HiddenValue[];
  /** Total of these values, when `hidden` does not list all of them. */
  readonly hiddenTotal?: number;
  /**
   * Frames with original positions, and frames whose source map gave none. Absent when no source
   * map was looked up.
   */
  readonly mapping?: {
    readonly mapped: number;
    readonly missed: number;
    /**
     * True when the page shows original positions, false when it shows those of the code that ran.
     */
    readonly isOriginal: boolean;
  };
}
