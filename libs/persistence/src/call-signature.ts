import { type Signed, TimedSignature } from './timed-signature.ts';

const SCHEME = 'Errata ';

export interface SignedCall {
  readonly method: string;
  readonly target: string;
}

/**
 * Signs calls between services with a key derived from ERRATA_SECRET for this purpose alone. The
 * secret itself is never sent.
 *
 * An eavesdropper sees only signed calls and can repeat them for a minute. Calls must therefore be
 * safe to repeat.
 */
export class CallSignature {
  private readonly signature: TimedSignature;

  constructor(secret: string) {
    this.signature = new TimedSignature(secret, 'errata internal calls');
  }

  sign(call: SignedCall, nowMs: number): string {
    return SCHEME + this.signature.sign(toText(call), nowMs);
  }

  check(header: string | undefined, call: SignedCall, nowMs: number): Signed {
    if (!header?.startsWith(SCHEME)) return 'unsigned';
    return this.signature.check(header.slice(SCHEME.length), toText(call), nowMs);
  }
}

function toText({ method, target }: SignedCall): string {
  return `${method}\n${target}`;
}
