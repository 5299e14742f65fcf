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
  /** True for the application's own code, as decided by the SDK or a grouping rule. */
  readonly inApp: boolean;
  /** True for compiled machine code that a virtual machine called. */
  readonly isNative?: boolean;
  readonly contextLine?: string;
  readonly preContext?: readonly string[];
  readonly postContext?: readonly string[];
  /** Names the frame among all frames of its event, while a page is made of the event. */
  readonly index?: number;
  readonly vars?: JsonFields;
  /** Absent when no source map was looked up for the frame. */
  readonly mapping?: FrameMapping;
}

export type MissCause = 'no_file' | 'no_names' | 'no_map' | 'broken_map' | 'large' | 'no_position';

/**
 * The uploaded file that gave a frame its original position. When `miss` is set, this is the file
 * whose source map could not be used.
 */
export interface FrameMapping {
  /** URL of the uploaded file, or of the file that ran. */
  readonly url: string;
  readonly debugId?: string;
  readonly miss?: MissCause;
}

/**
 * How an exception belongs to its parent:
 * - `cause`: it caused the parent.
 * - `context`: it was being handled when the parent was raised.
 * - `member`: the parent is a group that contains it.
 * - `suppressed`: the parent suppressed it.
 */
export type ExceptionRelation = 'cause' | 'context' | 'member' | 'suppressed';

export interface Mechanism {
  readonly type: string;
  readonly handled?: boolean;
  readonly description?: string;
  /**
   * Name of the parent's attribute that held the exception: `__cause__`, `exceptions[0]`,
   * `errors[1]`, …
   */
  readonly source?: string;
  readonly data?: JsonFields;
  readonly meta?: JsonFields;
}

export interface ExceptionValue {
  /**
   * Contains the module when the language writes types that way: `java.lang.Error`, `shop::Error`.
   */
  readonly type: string;
  readonly value: string;
  /** Absent when `type` already names the module. */
  readonly module?: string;
  readonly mechanism?: Mechanism;
  /**
   * Index of the parent among the event's exceptions. Absent on the outermost exception, and when
   * the SDK names no parent.
   */
  readonly parent?: number;
  readonly relation?: ExceptionRelation;
  /**
   * True when the exception is a group, whose members are separate errors instead of causes of each
   * other.
   */
  readonly isGroup?: boolean;
  /** The outermost call first, as SDKs send them. The call that failed is last. */
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
  /** Set for logs that pages show among the steps: what their SDK tells about itself. */
  readonly ofSdk?: JsonFields;
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
  /** Names only. Values of cookies are never stored. */
  readonly cookies?: readonly string[];
  readonly body?: JsonValue;
  readonly env?: JsonFields;
}

export interface EventSdk {
  readonly name: string;
  readonly version: string;
  readonly integrations?: readonly string[];
  readonly packages?: readonly string[];
}

export interface EventTitle {
  /**
   * Type of the exception, with its module when the language writes types that way. For a log
   * record, its message.
   */
  readonly type: string;
  /** Message of the exception. For a log record, the last part of its logger's name. */
  readonly value: string;
  /**
   * The failing call as `function (file:line)`, shortened in the middle when it is long. Empty when
   * the event has no stack.
   */
  readonly place: string;
}

/**
 * Binary that was in memory when the event happened. Tools use it to find the names of functions.
 */
export interface DebugImage {
  readonly name: string;
  readonly type?: string;
  readonly debugId?: string;
  /**
   * Hexadecimal addresses. `start` is the first address of the image, `end` the first one after it.
   */
  readonly start?: string;
  readonly end?: string;
}

export interface NormalisedEvent {
  /**
   * Title that the issue would have if this were its only event. Absent when the event's payload
   * was not stored.
   */
  readonly title?: EventTitle;
  readonly eventId: string;
  readonly projectId: number;
  /** Milliseconds by the SDK's clock; by the relay's clock when the SDK's time is impossible. */
  readonly occurredAtMs: number;
  readonly receivedAtMs: number;
  /** Milliseconds that were added to the SDK's times, when its clock was more than 10 s off. */
  readonly correctionMs?: number;
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
  /** Causes first, as SDKs send them. The outermost exception is last. */
  readonly exceptions: readonly ExceptionValue[];
  /**
   * Stack of a message or log record without an exception: its own stack, or that of its thread.
   */
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
  /** One note for each part of the event that was shortened, corrected or left out. */
  readonly cut: readonly string[];
  /**
   * Values that were hidden, and network addresses that were shortened, before the event was
   * stored.
   */
  readonly hidden?: readonly HiddenValue[];
  /** Total number of hidden values, when `hidden` does not list all of them. */
  readonly hiddenTotal?: number;
  /**
   * Number of frames with original positions, and of frames for which no source map had a position.
   * Absent when no source map was looked up.
   */
  readonly mapping?: {
    readonly mapped: number;
    readonly missed: number;
    /**
     * True when the page shows original positions; false when it shows positions in the code that
     * ran.
     */
    readonly isOriginal: boolean;
  };
}
