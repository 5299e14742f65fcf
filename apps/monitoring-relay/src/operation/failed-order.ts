import type { FailedReportLine } from '#shared';
import { parseReportName } from './report-name.ts';

/** Where a failed report stands among all: `<received, ms>-<name>`. */
export type Position = `${number}-${string}`;

type Placed = Pick<FailedReportLine, 'name' | 'receivedAtMs'>;

const POSITION = /^(?<receivedAtMs>\d{1,15})-(?<name>.+)$/;

export function toPosition({ name, receivedAtMs = 0 }: Placed): Position {
  return `${receivedAtMs}-${name}`;
}

/** Undefined for what is none. */
export function parsePosition(text: string): Position | undefined {
  const { name = '' } = POSITION.exec(text)?.groups ?? {};
  return parseReportName(name) && (text as Position);
}

/** Latest received first; of one moment by their names, so that the order is always the same. */
export function compareLines(a: Placed, b: Placed): number {
  return (b.receivedAtMs ?? 0) - (a.receivedAtMs ?? 0) || (a.name < b.name ? -1 : 1);
}

/** Also when what stood there has gone. */
export function isAfter(line: Placed, position: Position): boolean {
  const { receivedAtMs, name = '' } = POSITION.exec(position)?.groups ?? {};
  if (line.name === name) return false;
  return compareLines(line, { name, receivedAtMs: Number(receivedAtMs) }) > 0;
}
