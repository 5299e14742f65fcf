import type { LogRow } from './logs.dto.ts';

/** Matches what would break a line, or what a terminal would obey. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Returns a line for each log, in their order: time, level, project and server, text. */
export function printLogs(rows: readonly LogRow[]): string {
  return rows.map((row) => `${printLog(row)}\n`).join('');
}

function printLog({ atMs, severity, project, server, body }: LogRow): string {
  const from = [project, server].filter((each) => each !== undefined).join(' ');
  const parts = [new Date(atMs).toISOString(), severity.toUpperCase(), from && `[${from}]`, body];
  return parts
    .filter((each) => each !== '')
    .join(' ')
    .replaceAll(CONTROL, escapeControl);
}

function escapeControl(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\t') return '\\t';
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
