import type { OutcomeCount } from '#shared';

/**
 * Names a report. Its body is encrypted under this name, so that the body of another report cannot
 * be put in its place.
 */
export function toName(origin: string, reportId: number): string {
  return `${origin}/${reportId}`;
}

export function toFacts(row: {
  readonly id: number;
  readonly origin: string;
  readonly report_id: number;
  readonly project_id: number;
  readonly public_key: string;
  readonly event_id: string | null;
  readonly received_at: number;
}) {
  return {
    id: row.id,
    origin: row.origin,
    reportId: row.report_id,
    projectId: row.project_id,
    publicKey: row.public_key,
    eventId: row.event_id ?? undefined,
    receivedAtMs: row.received_at,
  };
}

export function toKinds(outcomes: string): Record<string, number> {
  const kinds: Record<string, number> = {};
  for (const { kind, quantity } of JSON.parse(outcomes) as OutcomeCount[]) {
    kinds[kind] = (kinds[kind] ?? 0) + quantity;
  }
  return kinds;
}

interface BodyHead {
  readonly senderAddress?: string | undefined;
}

/** Puts a line of JSON before the report, for facts that are encrypted together with it. */
export function addHead(body: Uint8Array, head: BodyHead): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), body]);
}

export function takeHead(bytes: Buffer): BodyHead & { readonly body: Buffer } {
  const end = bytes.indexOf('\n');
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as BodyHead;
  return { ...head, body: bytes.subarray(end + 1) };
}
