import { randomBytes } from 'node:crypto';

/** Header with the identity of a request that the renderer passes on to the relay. */
export const requestHeader = 'errata-request';

/** Origins begin with the time in units of this length, so that old ones can be found. */
const UNIT_MS = 10_000;
/** A renderer sends a request again within seconds, but a relay may process it later. */
const KEPT_MS = 600_000;
const PREFIX = 'request:';
const IDENTITY = /^(?<origin>request:\d{9}:[0-9a-f]{12}) (?<reportId>\d{1,15})$/;

/**
 * Tells a request that the renderer passes on from all others. The renderer may send it twice, when
 * a relay ends without an answer. The database remembers it like the identity of a report.
 */
export interface RequestIdentity {
  readonly origin: string;
  readonly reportId: number;
}

/** Names requests in the form of `requestHeader`, each differently, in all processes. */
export class RequestNames {
  private readonly name = randomBytes(6).toString('hex');
  private count = 0;

  next(nowMs: number): string {
    this.count += 1;
    return `${toOrigin(nowMs)}:${this.name} ${this.count}`;
  }
}

export function parseRequestIdentity(text: string): RequestIdentity | undefined {
  const { origin, reportId } = IDENTITY.exec(text)?.groups ?? {};
  return origin === undefined ? undefined : { origin, reportId: Number(reportId) };
}

export function formatRequestIdentity({ origin, reportId }: RequestIdentity): string {
  return `${origin} ${reportId}`;
}

/**
 * Returns the range of the origins of requests that were named more than ten minutes before
 * `nowMs`, to the ten seconds. `to` is not part of it.
 */
export function toOldRequestOrigins(nowMs: number): { readonly from: string; readonly to: string } {
  return { from: PREFIX, to: toOrigin(nowMs - KEPT_MS) };
}

/** All origins have the same length, so that every database sorts them by time. */
function toOrigin(ms: number): string {
  return PREFIX + String(Math.floor(ms / UNIT_MS)).padStart(9, '0');
}
