import { type LogSeverity, toPrintableLine } from '#shared';

export interface PrintedLog {
  readonly atMs: number;
  readonly severity: LogSeverity;
  readonly project?: string | undefined;
  readonly server?: string | undefined;
  readonly body: string;
}

/** Returns a line for each log, in their order: time, level, project and server, text. */
export function printLogs(logs: readonly PrintedLog[]): string {
  return logs.map((log) => `${printLog(log)}\n`).join('');
}

function printLog({ atMs, severity, project, server, body }: PrintedLog): string {
  const from = [project, server].filter((each) => each !== undefined).join(' ');
  const parts = [new Date(atMs).toISOString(), severity.toUpperCase(), from && `[${from}]`, body];
  return toPrintableLine(parts.filter((each) => each !== '').join(' '));
}
