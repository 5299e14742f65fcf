import type { JsonValue } from './json.ts';

export const eventLevels = ['fatal', 'error', 'warning', 'info', 'debug'] as const;
export type EventLevel = (typeof eventLevels)[number];

/**
 * One call in a stack trace. Attributes as SDKs name them:
 * https://develop.sentry.dev/sdk/foundations/transport/event-payloads/stacktrace/
 */
export interface StackFrame {
  readonly function?: string;
  readonly module?: string;
  readonly filename?: string;
  readonly absPath?: string;
  readonly line?: number;
  readonly column?: number;
  readonly inApp: boolean;
  readonly contextLine?: string;
  readonly preContext?: readonly string[];
  readonly postContext?: readonly string[];
  readonly vars?: Readonly<Record<string, JsonValue>>;
}

export interface ExceptionValue {
  readonly type: string;
  readonly value: string;
  readonly module?: string;
  /** How it was caught: `onunhandledrejection`, `generic`, …; `handled` false when nothing caught it. */
  readonly mechanism?: { readonly type: string; readonly handled?: boolean };
  /** Outermost call first, as SDKs send them; the failing call is the last. */
  readonly frames: readonly StackFrame[];
}

export interface Breadcrumb {
  readonly timestampMs?: number;
  readonly type: string;
  readonly category?: string;
  readonly level: EventLevel;
  readonly message?: string;
  readonly data?: Readonly<Record<string, JsonValue>>;
}

/** An event as the relay stores it and the console shows it: validated, bounded, one spelling per fact. */
export interface NormalisedEvent {
  readonly eventId: string;
  readonly projectId: number;
  /** When it happened, by the SDK's clock where that can be: in whole milliseconds, as all that goes by time has it. */
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
  /** Causes first, as SDKs send them; the exception that surfaced is the last. */
  readonly exceptions: readonly ExceptionValue[];
  /** Oldest first. */
  readonly breadcrumbs: readonly Breadcrumb[];
  readonly tags: readonly (readonly [key: string, value: string])[];
  readonly user?: {
    readonly id?: string;
    readonly email?: string;
    readonly username?: string;
    readonly ipAddress?: string;
  };
  readonly request?: {
    readonly method?: string;
    readonly url?: string;
    readonly query?: string;
    readonly headers: readonly (readonly [name: string, value: string])[];
  };
  readonly contexts: Readonly<Record<string, Readonly<Record<string, JsonValue>>>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
  readonly fingerprint?: readonly string[];
  readonly sdk?: { readonly name: string; readonly version: string };
  readonly traceId?: string;
  /** What was cut to fit the limits, one note each; empty when nothing was. */
  readonly cut: readonly string[];
}
