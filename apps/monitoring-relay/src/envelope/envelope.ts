import type { ErrorCode } from '#shared';

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
