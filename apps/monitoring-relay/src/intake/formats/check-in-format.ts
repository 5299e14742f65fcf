import { checkInStatuses, monitorLimits, toHexId, toMadeId, toMonitorSlug } from '#shared';
import { malformed } from '../../envelope/envelope.ts';
import type { Refusal } from '../refusal.ts';
import type { ReportFormat } from './report-format.ts';
import { parseEvent } from './event-item.ts';
import { createReportId } from './report-id.ts';
import { type ParsedBody, WholeBody } from './whole-body.ts';

const OPENING_BRACE = 0x7b;
const FIELDS = ['status', 'check_in_id', 'environment', 'duration'];

/**
 * Accepts a check-in of a cron monitor as `curl` sends it: in the URL, and in a body that is a form
 * or JSON. Only JSON can hold a schedule.
 * https://docs.sentry.io/product/crons/getting-started/http/
 */
export function createCheckInFormat({
  slug,
  publicKey,
  query,
}: {
  readonly slug: string;
  readonly publicKey: string | undefined;
  readonly query: URLSearchParams;
}): ReportFormat {
  return {
    publicKey,
    kind: 'monitor',
    hasHeader: false,
    open: (passage) =>
      new WholeBody(passage, {
        maxBytes: monitorLimits.bodyBytes,
        understand: (body) => understand(body, { slug, query }),
      }),
  };
}

function understand(
  body: Buffer,
  { slug, query }: { readonly slug: string; readonly query: URLSearchParams },
): ParsedBody | Refusal {
  if (toMonitorSlug(slug) === undefined)
    return malformed('The address of the request names no monitor.');
  const said = readBody(body);
  if (!said.ok) return said;
  const checkIn: Readonly<Record<string, unknown>> = { ...said.event, ...pick(query) };
  const { status } = checkIn;
  if (!checkInStatuses.some((each) => each === status)) {
    return malformed(`The status of a check-in is ${checkInStatuses.join(', ')}.`);
  }
  // The answer contains this id, so that the sender can name the check-in when the job ends.
  const id =
    toHexId(checkIn['check_in_id']) ??
    (status === 'in_progress' ? toMadeId(createReportId()) : undefined);
  const named = id === undefined ? {} : { check_in_id: id };
  const payload = Buffer.from(JSON.stringify({ ...checkIn, ...named, monitor_slug: slug }));
  const items = [{ type: 'check_in', payload }];
  return { ok: true, eventId: id, items, contents: { kept: { monitor: 1 }, filtered: {} } };
}

function readBody(body: Buffer): ReturnType<typeof parseEvent> {
  const text = body.toString('utf8').trim();
  if (text === '') return { ok: true, event: {} };
  if (text.charCodeAt(0) === OPENING_BRACE) return parseEvent(body, 'The check-in');
  return { ok: true, event: pick(new URLSearchParams(text)) };
}

function pick(fields: URLSearchParams): Readonly<Record<string, string>> {
  return Object.fromEntries([...fields].filter(([name]) => FIELDS.includes(name)));
}
