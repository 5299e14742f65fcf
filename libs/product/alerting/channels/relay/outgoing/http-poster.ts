import { findTarget, readStart, requestAt, resolveAll } from '#http/outgoing';
import type { Resolve } from '#http/outgoing';
import { channelLimits } from '#shared';

export interface OutgoingRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  readonly location?: string | undefined;
  readonly body: string;
}

export interface HttpPosterParts {
  readonly version: string;
  readonly listAllowedHosts: () => Promise<readonly string[]>;
  readonly resolve?: Resolve;
  readonly sendMs?: number;
}

const ADVICE =
  'An owner can allow it in the settings of Errata, under Channels about Errata, Allowed hosts (/settings/channels).';

/**
 * Sends POST requests to addresses that project members have typed, without giving them access to
 * the operator's network. Each name is resolved once, and only the checked addresses are used.
 * Redirects are not followed. Slow and long answers are cut off.
 */
export class HttpPoster {
  constructor(private readonly parts: HttpPosterParts) {}

  /** Rejects with a `RefusedTarget`, or with an error that says why no answer came. */
  async post(request: OutgoingRequest): Promise<HttpAnswer> {
    const { sendMs = channelLimits.sendMs } = this.parts;
    const ending = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        ending.abort();
        reject(new Error(`There was no answer within ${sendMs / 1000} s.`));
      }, sendMs);
    });
    try {
      return await Promise.race([this.postNow(request, ending.signal), tooLate]);
    } finally {
      clearTimeout(timer);
      ending.abort();
    }
  }

  private async postNow(request: OutgoingRequest, signal: AbortSignal): Promise<HttpAnswer> {
    const url = new URL(request.address);
    const { resolve = resolveAll, listAllowedHosts } = this.parts;
    const allowedHosts = await listAllowedHosts();
    const addresses = await findTarget(url, { resolve, allowedHosts, advice: ADVICE });
    signal.throwIfAborted();
    const answer = await requestAt(url, {
      method: 'POST',
      headers: { 'User-Agent': `errata/${this.parts.version}`, ...request.headers },
      body: request.body,
      addresses,
      signal,
    });
    const { statusCode: status = 0, headers } = answer;
    return {
      status,
      retryAfter: headers['retry-after'],
      location: headers.location,
      body: await readStart(answer, channelLimits.answerBytes),
    };
  }
}
