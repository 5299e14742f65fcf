import { lookup } from 'node:dns/promises';
import * as http from 'node:http';
import * as https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { channelLimits } from '#shared';
import { findTarget, toPlainHost } from './find-target.ts';
import type { Resolve } from './find-target.ts';

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

const resolveAll: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

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
    const addresses = await findTarget(url, { resolve, allowedHosts: await listAllowedHosts() });
    signal.throwIfAborted();
    const answer = await this.connect(url, request, { addresses, signal });
    const { statusCode: status = 0, headers } = answer;
    return {
      status,
      retryAfter: headers['retry-after'],
      location: headers.location,
      body: await readStart(answer),
    };
  }

  private connect(
    url: URL,
    { headers, body }: OutgoingRequest,
    { addresses, signal }: { readonly addresses: readonly string[]; readonly signal: AbortSignal },
  ): Promise<http.IncomingMessage> {
    const bytes = Buffer.from(body);
    const options: https.RequestOptions = {
      method: 'POST',
      protocol: url.protocol,
      hostname: toPlainHost(url.hostname),
      port: url.port,
      path: `${url.pathname}${url.search}`,
      headers: {
        'User-Agent': `errata/${this.parts.version}`,
        'Content-Length': bytes.length,
        ...headers,
      },
      // A shared connection could lead to an address that was checked under other rules.
      agent: false,
      lookup: pinTo(addresses),
      signal,
    };
    return new Promise((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http;
      request(options, resolve).on('error', reject).end(bytes);
    });
  }
}

/**
 * Returns a lookup that always yields these addresses. Resolving the name again could return an
 * unchecked address.
 */
function pinTo(addresses: readonly string[]): LookupFunction {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    if (all) callback(null, pinned);
    else callback(null, pinned[0]!.address, pinned[0]!.family);
  };
}

async function readStart(answer: http.IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= channelLimits.answerBytes) break;
  }
  return Buffer.concat(pieces).toString('utf8', 0, channelLimits.answerBytes);
}
