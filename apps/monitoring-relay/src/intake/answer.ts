import type { IncomingMessage, ServerResponse } from 'node:http';
import { endAfterDiscarding } from '#http';
import {
  type ErrorCode,
  errorCatalogue,
  type IngestRefusal,
  reportLimits,
  toIngestRefusal,
  toUnshownLimits,
} from '#shared';
import type { Refusal } from './refusal.ts';

/**
 * Seconds until a sender may try again. The times are short, because SDKs drop all reports in the
 * meantime.
 */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'relay.busy': 1,
  'keys.unavailable': 2,
  'spool.unavailable': 5,
  'spool.full': 10,
  'report.over_budget': 60,
};

const transparentGif = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

export const stalledAnswer: IngestRefusal = {
  status: 408,
  detail: 'The rest of the body did not arrive.',
};

export function toRefusalAnswer(
  refusal: Pick<Refusal, 'code' | 'detail' | 'errors' | 'limited'>,
): IngestRefusal {
  const { status, message } = errorCatalogue[refusal.code];
  const seconds = refusal.limited?.seconds ?? retryAfterSeconds[refusal.code];
  return {
    status,
    detail: refusal.detail ? `${message} ${refusal.detail}` : message,
    errors: refusal.errors,
    ...(seconds === undefined
      ? {}
      : { retryAfterSeconds: seconds, scope: refusal.limited?.scope ?? 'organization' }),
    kinds: refusal.limited?.kinds || undefined,
    // The code `report.over_budget` refuses only attachments. The project's events are still
    // accepted.
    ...(refusal.code === 'report.over_budget' ? { scope: 'project', kinds: 'attachment' } : {}),
  };
}

/** Answers 200. Asks the SDK to stop sending items of the `unwanted` categories. */
export function answerTaken(
  response: ServerResponse,
  { eventId, unwanted }: { eventId: string | undefined; unwanted: readonly string[] },
): void {
  const json = JSON.stringify({ id: eventId });
  if (unwanted.length > 0) {
    const limits = toUnshownLimits(reportLimits.unshownSeconds, unwanted);
    response.setHeaders(new Map(Object.entries(limits)));
  }
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.writeHead(200);
  response.end(json);
}

export function answerScript(response: ServerResponse, script: string): void {
  response.setHeader('Content-Type', 'application/javascript; charset=utf-8');
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', Buffer.byteLength(script));
  response.end(script);
}

export function answerPixel(response: ServerResponse): void {
  response.setHeader('Content-Type', 'image/gif');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', transparentGif.length);
  response.end(transparentGif);
}

/**
 * Answers a refusal so that the sender can read it. If the sender is still sending, the relay first
 * discards up to 256 kB of the body, for at most 2 s. Closing at once would reset the connection
 * and could destroy the answer on its way.
 */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  answer: IngestRefusal,
): void {
  if (response.headersSent || response.destroyed) return;
  const { headers, body } = toIngestRefusal(answer);
  const isBodyRead = request.readableEnded;
  response.writeHead(answer.status, { ...headers, ...(isBodyRead ? {} : { Connection: 'close' }) });
  if (isBodyRead) {
    response.end(body);
  } else {
    response.write(body);
    endAfterDiscarding(request, response);
  }
}
