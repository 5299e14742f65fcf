import { RefusedTarget } from '#http/outgoing';
import type { Clock } from '#shared';
import type { AlertMessage } from '../rules/alert-message.ts';
import type { ChannelSettings } from '../rules/channel-kinds.ts';
import { cleanMessage } from './alert-text.ts';
import type { ChannelSender } from './channel-sender.ts';
import { maskAnswer } from './mask-answer.ts';
import type { HttpAnswer, HttpPoster, OutgoingRequest } from './outgoing/http-poster.ts';
import type { SendResult } from './send-result.ts';

export interface HttpFormat {
  /**
   * Builds the request. `cleanMessage` has already cleaned all texts; the format escapes them for
   * its service.
   */
  toRequest(message: AlertMessage, settings: ChannelSettings, nowMs: number): OutgoingRequest;
  /** Statuses, besides 410, that mean the receiver no longer exists. */
  readonly goneStatuses?: readonly number[];
  readonly findRetryAfterMs?: (body: string) => number | undefined;
}

export interface HttpChannelParts {
  readonly poster: HttpPoster;
  readonly clock: Clock;
}

const REFUSALS = [400, 401, 403, 405, 413, 414, 415, 422];
/** The one answer that proves that nobody has the message. After others a receiver may have it. */
const BUSY = 429;
/** Codes of errors before anything is sent. */
const UNCONNECTED = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'];

export class HttpChannel implements ChannelSender {
  constructor(
    private readonly format: HttpFormat,
    private readonly parts: HttpChannelParts,
  ) {}

  async send(message: AlertMessage, settings: ChannelSettings): Promise<SendResult> {
    const { poster, clock } = this.parts;
    try {
      const nowMs = clock.nowMs();
      const request = this.format.toRequest(cleanMessage(message), settings, nowMs);
      const result = this.read(await poster.post(request), nowMs);
      return { ...result, answer: hideSettings(result.answer, settings) };
    } catch (error) {
      // A later attempt may succeed: the name may resolve by that time, or an owner may have
      // allowed the host.
      if (error instanceof RefusedTarget) {
        return { ending: 'later', answer: error.message, refusedHost: error.host, isUnsent: true };
      }
      const isUnsent = UNCONNECTED.includes((error as NodeJS.ErrnoException).code ?? '');
      return { ending: 'later', answer: hideSettings(describe(error), settings), isUnsent };
    }
  }

  private read(answer: HttpAnswer, nowMs: number): SendResult {
    const { status, body, location } = answer;
    const told = body === '' ? String(status) : `${status} ${body}`;
    const ending = this.toEnding(status);
    if (ending === 'refused' && status < 400) {
      const where = toHost(location);
      return {
        ending,
        answer: `${status} redirects to ${where}: enter the final address, because Errata follows no redirects.`,
      };
    }
    if (ending !== 'later') return { ending, answer: told };
    const { findRetryAfterMs } = this.format;
    const retryAfterMs = parseRetryAfter(answer.retryAfter, nowMs) ?? findRetryAfterMs?.(body);
    return { ending, answer: told, retryAfterMs, isUnsent: status === BUSY };
  }

  private toEnding(status: number): SendResult['ending'] {
    if (status >= 200 && status < 300) return 'sent';
    if (status === 410 || this.format.goneStatuses?.includes(status)) return 'gone';
    return status < 400 || REFUSALS.includes(status) ? 'refused' : 'later';
  }
}

/** Parses a `Retry-After` header: seconds or a date (RFC 9110, section 10.2.3). */
function parseRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1000);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

function toHost(location: string | undefined): string {
  return location !== undefined && URL.canParse(location) ? new URL(location).host : 'elsewhere';
}

function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return message || String(code);
}

/**
 * Shortest part of an address that counts as a secret. Shorter parts are words such as `hooks` and
 * `v1`.
 */
const SECRET_LENGTH = 8;

/**
 * Masks the channel's secrets in an answer. Services often repeat what they received, partly
 * encoded.
 */
function hideSettings(text: string, { address, secret }: ChannelSettings): string {
  const url = address === undefined ? undefined : new URL(address);
  const parts = [...(url?.pathname.split('/') ?? []), ...(url?.searchParams.values() ?? [])];
  const secrets = [
    ...(secret ? [secret] : []),
    ...parts.filter(({ length }) => length >= SECRET_LENGTH),
  ].flatMap((each) => [each, decode(each), encodeURIComponent(each)]);
  return maskAnswer(secrets.reduce((rest, each) => rest.replaceAll(each, '***'), text));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
