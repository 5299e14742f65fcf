import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { operationLimits } from '#shared';

const KEY_BYTES = 32;
const FORM = /^(?<atMs>\d{1,15})\.(?<signature>[\w-]{43})$/;

/**
 * `unsigned` means that there is no signature, or one made with another secret. `stale` means that
 * the signed time is more than a minute from now.
 */
export type Signed = 'signed' | 'unsigned' | 'stale';

/**
 * Signs messages between services of one installation, with a key derived from ERRATA_SECRET for
 * one purpose.
 */
export class TimedSignature {
  private readonly key: Buffer;

  constructor(secret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  }

  sign(text: string, nowMs: number): string {
    return `${nowMs}.${this.digest(text, nowMs).toString('base64url')}`;
  }

  check(stamp: string, text: string, nowMs: number): Signed {
    const { atMs = '', signature = '' } = FORM.exec(stamp)?.groups ?? {};
    const expected = this.digest(text, Number(atMs));
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'unsigned';
    const isNow = Math.abs(nowMs - Number(atMs)) <= operationLimits.callAgeMs;
    return isNow ? 'signed' : 'stale';
  }

  private digest(text: string, atMs: number): Buffer {
    return createHmac('sha256', this.key).update(`${text}\n${atMs}`).digest();
  }
}
