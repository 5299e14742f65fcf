import { malformed } from '../../envelope/envelope.ts';
import type { Refusal } from '../refusal.ts';
import type { ReportFormat } from './report-format.ts';
import { type ParsedBody, WholeBody } from './whole-body.ts';

/**
 * Longest form that is accepted. The longest comment fits, although form encoding needs three
 * characters per escaped byte.
 */
const MOST_BYTES = 64 * 1024;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function createReportDialogFormat({
  publicKey,
  eventId,
}: {
  readonly publicKey: string;
  readonly eventId: string;
}): ReportFormat {
  return {
    publicKey,
    kind: 'default',
    hasHeader: false,
    open: (passage) =>
      new WholeBody(passage, {
        maxBytes: MOST_BYTES,
        understand: (body) => understand(body, eventId),
      }),
  };
}

function understand(body: Buffer, eventId: string): ParsedBody | Refusal {
  const form = new URLSearchParams(body.toString('utf8'));
  const [name, email, comments] = ['name', 'email', 'comments'].map((field) =>
    (form.get(field) ?? '').trim(),
  );
  const errors = {
    ...(comments ? {} : { comments: ['Say what happened.'] }),
    ...(!email || EMAIL.test(email) ? {} : { email: ['This is no email address.'] }),
  };
  if (Object.keys(errors).length > 0) return { ...malformed('A field is wrong.'), errors };
  const said = { event_id: eventId, name, email, comments };
  const items = [{ type: 'user_report', payload: Buffer.from(JSON.stringify(said)) }];
  return { ok: true, eventId, items, contents: { kept: { default: 1 }, filtered: {} } };
}
