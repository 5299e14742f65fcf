import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { operationLimits } from '#shared';

const KEY_BYTES = 32;
const FORM = /^Errata (?<atMs>\d{1,15})\.(?<signature>[\w-]{43})$/;

/** A call between two services of one installation. All that it says is in its address: it has no body. */
export interface SignedCall {
  readonly method: string;
  /** Path and query, as they are sent. */
  readonly target: string;
}

/**
 * Signs calls between services with a key that is made of ERRATA_SECRET for nothing else. The secret never travels, so
 * that a network that is listened to gives nothing away but calls, which can be made again for a minute:
 * what they change must not mind that.
 */
export class CallSignature {
  private readonly key: Buffer;

  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'errata internal calls', KEY_BYTES));
  }

  /** The header `Authorization` of a call that is made now. */
  sign(call: SignedCall, nowMs: number): string {
    return `Errata ${nowMs}.${this.toSignature(call, nowMs).toString('base64url')}`;
  }

  /**
   * Whether the header is that of the call: `unsigned` when there is none, or another secret made it; `stale` when it is
   * signed, more than a minute away from now.
   */
  check(
    header: string | undefined,
    call: SignedCall,
    nowMs: number,
  ): 'signed' | 'unsigned' | 'stale' {
    const { atMs = '', signature = '' } = FORM.exec(header ?? '')?.groups ?? {};
    const expected = this.toSignature(call, Number(atMs));
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unsigned';
    const isNow = Math.abs(nowMs - Number(atMs)) <= operationLimits.callAgeMs;
    return isNow ? 'signed' : 'stale';
  }

  private toSignature({ method, target }: SignedCall, atMs: number): Buffer {
    return createHmac('sha256', this.key).update(`${method}\n${target}\n${atMs}`).digest();
  }
}
