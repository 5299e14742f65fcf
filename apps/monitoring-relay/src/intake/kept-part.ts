import type { EnvelopeItem } from '../envelope/envelope.ts';
import { frameItem } from '../envelope/write-envelope.ts';
import { toItemKind } from '../outcomes/item-kind.ts';
import { countKinds, type ReportContents } from '../outcomes/report-contents.ts';

/** Types of items that are kept for processing; an envelope of others alone is acknowledged and dropped. */
const KEPT_TYPES = new Set(['event', 'raw_security']);
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
  const kept = items.filter(({ type }) => KEPT_TYPES.has(type));
  if (kept.length === 0) return undefined;
  if (kept.length === items.length) return { body, items: kept.length };
  const header = body.subarray(0, body.indexOf(LINE_FEED) + 1);
  return { body: Buffer.concat([header, ...kept.flatMap(frameItem)]), items: kept.length };
}

/** What an envelope holds, by whether it is kept. */
export function countContents(items: readonly EnvelopeItem[]): ReportContents {
  const count = (areKept: boolean) =>
    countKinds(
      items
        .filter(({ type }) => KEPT_TYPES.has(type) === areKept)
        .map(({ type }) => toItemKind(type)),
    );
  return { kept: count(true), filtered: count(false) };
}
