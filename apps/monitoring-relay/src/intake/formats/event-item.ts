import { findExcess, parseJson, reportLimits } from '#shared';
import { toReason } from '#telemetry/plain';
import { type EnvelopeRefusal, malformed, tooLarge } from '../../envelope/envelope.ts';

const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const SPACES: ReadonlySet<number | undefined> = new Set([0x20, 0x09, 0x0a, 0x0d]);

export type ParsedEvent =
  | { readonly ok: true; readonly event: Readonly<Record<string, unknown>> }
  | EnvelopeRefusal;

/**
 * Notes facts about an event while its bytes arrive: its offset in the kept body, its size, and its
 * first and last byte that is not blank.
 */
export class EventItem {
  bytes = 0;
  private first: number | undefined;
  private last: number | undefined;

  constructor(
    readonly name: string,
    readonly offset: number,
  ) {}

  add(piece: Buffer): void {
    this.bytes += piece.length;
    let end = piece.length - 1;
    while (end >= 0 && SPACES.has(piece[end])) end -= 1;
    if (end < 0) return;
    this.last = piece[end];
    if (this.first !== undefined) return;
    let start = 0;
    while (SPACES.has(piece[start])) start += 1;
    this.first = piece[start];
  }

  checkBytes(maxBytes: number): EnvelopeRefusal | undefined {
    return this.bytes > maxBytes
      ? tooLarge(`${this.name} is larger than its key accepts.`)
      : undefined;
  }

  /** A JSON object begins and ends with braces; a truncated one does not. */
  checkEnds(): EnvelopeRefusal | undefined {
    const isObject = this.first === OPENING_BRACE && this.last === CLOSING_BRACE;
    return isObject ? undefined : noObject(this.name);
  }
}

export function parseEvent(payload: Buffer, name: string): ParsedEvent {
  const json = payload.toString('utf8');
  const excess = findExcess(json, reportLimits.json);
  if (excess) return tooLarge(`${name} has more than ${reportLimits.json[excess]} ${excess}.`);
  let event: unknown;
  try {
    event = parseJson(json);
  } catch (error) {
    return malformed(`${name} is not JSON: ${toReason(error)}`);
  }
  const isObject = typeof event === 'object' && event !== null && !Array.isArray(event);
  return isObject
    ? { ok: true, event: event as Readonly<Record<string, unknown>> }
    : noObject(name);
}

function noObject(name: string): EnvelopeRefusal {
  return malformed(`${name} is not a JSON object.`);
}
