import type { EnvelopeItem } from '../envelope/envelope.ts';
import { frameItem } from '../envelope/write-envelope.ts';

/** Kinds that are kept for processing; an envelope of other kinds alone is acknowledged and dropped. */
const KEPT_KINDS = new Set(['event', 'raw_security']);
const LINE_FEED = 0x0a;

export interface KeptPart {
  /** An envelope. */
  readonly body: Buffer;
  /** How many it holds. */
  readonly items: number;
}

/**
 * What the spool keeps of an envelope: its header as it came and the items that are processed, byte
 * for byte. Undefined when there are none. Of their own headers only what framing needs is kept.
 */
export function findKeptPart(body: Buffer, items: readonly EnvelopeItem[]): KeptPart | undefined {
  const kept = items.filter(({ type }) => KEPT_KINDS.has(type));
  if (kept.length === 0) return undefined;
  if (kept.length === items.length) return { body, items: kept.length };
  const header = body.subarray(0, body.indexOf(LINE_FEED) + 1);
  return { body: Buffer.concat([header, ...kept.flatMap(frameItem)]), items: kept.length };
}
