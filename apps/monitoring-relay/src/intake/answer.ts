import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ErrorCode, errorCatalogue, reportLimits } from '#shared';
import type { RateLimited } from './admission/rate-limiter.ts';
import type { Refusal } from './refusal.ts';

/** How long senders are asked to hold back. Short: what an SDK would send meanwhile, it throws away. */
const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'relay.busy': 1,
  'keys.unavailable': 2,
  'spool.unavailable': 5,
  'spool.full': 10,
};

/** What is kept, as SDKs name it where they hold back by kind: the rest is not stored, and may come. */
const KEPT_CATEGORIES = 'default;error;security;attachment;feedback;internal';

const transparentGif = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

export interface RefusalAnswer {
  readonly status: number;
  readonly detail: string;
  readonly retryAfterSeconds?: number;
  /** What `retryAfterSeconds` is for: one key, one project, or all that report here. */
  readonly scope?: RateLimited['scope'] | 'organization';
}

/** Its sender may as well be gone, so that it has no code of its own. */
export const stalledAnswer: RefusalAnswer = {
  status: 408,
  detail: 'The rest of the body did not arrive.',
};

export function toRefusalAnswer(
  refusal: Pick<Refusal, 'code' | 'detail' | 'limited'>,
): RefusalAnswer {
  const { status, message } = errorCatalogue[refusal.code];
  const seconds = refusal.limited?.seconds ?? retryAfterSeconds[refusal.code];
  return {
    status,
    detail: refusal.detail ? `${message} ${refusal.detail}` : message,
    ...(seconds === undefined
      ? {}
      : { retryAfterSeconds: seconds, scope: refusal.limited?.scope ?? 'organization' }),
  };
}

export function answerTaken(response: ServerResponse, eventId: string | undefined): void {
  response.end(beginJson(response, 200, { id: eventId }));
}

/** One transparent pixel: what a report that is sent as an image is answered. */
export function answerPixel(response: ServerResponse): void {
  response.setHeader('Content-Type', 'image/gif');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', transparentGif.length);
  response.end(transparentGif);
}

/**
 * Answers a refusal so that its sender can read it: the whole answer goes out at once, but while
 * the sender still sends, the connection stays open until it has read, or the limits of DESIGN §3
 * are reached. Closing at once would reset the connection and destroy the answer on its way.
 */
export function answerRefusal(
  request: IncomingMessage,
  response: ServerResponse,
  answer: RefusalAnswer,
): void {
  if (response.headersSent || response.destroyed) return;
  response.setHeader('X-Sentry-Error', toHeaderText(answer.detail));
  if (answer.retryAfterSeconds !== undefined) {
    response.setHeader('Retry-After', answer.retryAfterSeconds);
    // https://develop.sentry.dev/sdk/expected-features/rate-limiting/
    const limit = `${answer.retryAfterSeconds}:${KEPT_CATEGORIES}:${answer.scope}`;
    response.setHeader('X-Sentry-Rate-Limits', limit);
  }
  const isBodyRead = request.readableEnded;
  if (!isBodyRead) response.setHeader('Connection', 'close');
  const json = beginJson(response, answer.status, { detail: answer.detail });
  if (isBodyRead) {
    response.end(json);
  } else {
    response.write(json);
    endAfterDiscarding(request, response);
  }
}

/** Returns what is still to be sent: an answer that ends with it goes out in one piece. */
function beginJson(response: ServerResponse, status: number, body: object): string {
  const json = JSON.stringify(body);
  response.setHeader('Content-Type', 'application/json');
  response.setHeader('Content-Length', Buffer.byteLength(json));
  response.writeHead(status);
  return json;
}

function endAfterDiscarding(request: IncomingMessage, response: ServerResponse): void {
  let leftBytes = reportLimits.refusalDiscardBytes;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, reportLimits.refusalDiscardMs).unref();
  request
    .on('data', (chunk: Buffer) => {
      leftBytes -= chunk.length;
      // Not closed yet: back-pressure stops the sender while it reads the answer.
      if (leftBytes <= 0) request.pause();
    })
    .once('end', end)
    .once('close', end)
    .on('error', end)
    .resume();
}

/** Header values are Latin-1 on one line. */
function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}
