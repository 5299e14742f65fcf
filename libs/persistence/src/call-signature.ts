import { type Signed, TimedSignature } from './timed-signature.ts';

const SCHEME = 'Errata ';

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
  private readonly signature: TimedSignature;

  constructor(secret: string) {
    this.signature = new TimedSignature(secret, 'errata internal calls');
  }

  /** The header `Authorization` of a call that is made now. */
  sign(call: SignedCall, nowMs: number): string {
    return SCHEME + this.signature.sign(toText(call), nowMs);
  }

  /** Whether the header is that of the call. */
  check(header: string | undefined, call: SignedCall, nowMs: number): Signed {
    if (!header?.startsWith(SCHEME)) return 'unsigned';
    return this.signature.check(header.slice(SCHEME.length), toText(call), nowMs);
  }
}

function toText({ method, target }: SignedCall): string {
  return `${method}\n${target}`;
}
