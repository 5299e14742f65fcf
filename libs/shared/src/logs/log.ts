/** Names of SDKs, the worst first. */
export const logLevels = /* @__PURE__ */ Object.freeze([
  'fatal',
  'error',
  'warn',
  'info',
  'debug',
  'trace',
] as const);

export type LogSeverity = (typeof logLevels)[number];

export type LogValue = string | number | boolean;

/** One log as an application wrote it. */
export interface Log {
  /** Time of the sender's corrected clock. */
  readonly atMs: number;
  /** Time by the sender's clock, in whole milliseconds, when nothing told how far off it was. */
  readonly saidMs?: number;
  readonly level: LogSeverity;
  readonly body: string;
  /** 32 lower-case hex digits. */
  readonly traceId?: string;
  /** 16 lower-case hex digits. */
  readonly spanId?: string;
  /** Names as SDKs send them: `sentry.release`, `server.address`, `user.id`, own ones. */
  readonly attributes: Readonly<Record<string, LogValue>>;
}

export interface LogSettings {
  /** 0 keeps no logs. */
  readonly days: number;
  /** Logs that are less important than this level are not kept. */
  readonly level: LogSeverity;
}

export const defaultLogSettings: LogSettings = { days: 7, level: 'trace' };

/** Whether a log of `level` is at least as important as `least`. */
export function isAtLeast(level: LogSeverity, least: LogSeverity): boolean {
  return logLevels.indexOf(level) <= logLevels.indexOf(least);
}
