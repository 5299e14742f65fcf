import type { Dsn, ErrorCode } from '#shared';

export interface EnvelopeHeader {
  readonly eventId?: string;
  readonly dsn?: Dsn;
  readonly traceId?: string;
  /** Part of its traces that the sender keeps, as sent. */
  readonly sampleRate?: string | number;
  /** Unparsed time by the sender's clock. */
  readonly sentAt?: string;
  readonly sdk?: { readonly name: string; readonly version: string };
}

export interface ItemHeader {
  readonly type: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface EnvelopeItem extends ItemHeader {
  /** A view into the envelope's bytes, not a copy. */
  readonly payload: Buffer;
}

export interface Envelope {
  readonly header: EnvelopeHeader;
  readonly items: readonly EnvelopeItem[];
}

export interface EnvelopeRefusal {
  readonly ok: false;
  readonly code: Extract<ErrorCode, 'envelope.malformed' | 'report.too_large'>;
  readonly detail: string;
}

export function malformed(detail: string): EnvelopeRefusal {
  return { ok: false, code: 'envelope.malformed', detail };
}

export function tooLarge(detail: string): EnvelopeRefusal {
  return { ok: false, code: 'report.too_large', detail };
}
