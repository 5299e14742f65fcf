import type { Dsn, ErrorCode } from '#shared';

/** The first line of an envelope. https://develop.sentry.dev/sdk/foundations/transport/envelopes/ */
export interface EnvelopeHeader {
  /** 32 lower-case hex digits. */
  readonly eventId?: string;
  readonly dsn?: Dsn;
  readonly traceId?: string;
  /** When it was sent, by the sender's clock, as it stands in the header. */
  readonly sentAt?: string;
  readonly sdk?: { readonly name: string; readonly version: string };
}

export interface ItemHeader {
  readonly type: string;
  /** As they stand in the header, unchecked. */
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

/** Why bytes are no envelope this relay takes; `detail` tells the author of the SDK where to look. */
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
