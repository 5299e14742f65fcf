import type { EnvelopeRefusal } from '../envelope/envelope.ts';

export interface Sifted {
  /** Views into the bytes that came. */
  readonly passed: readonly Buffer[];
  readonly refusal?: EnvelopeRefusal | undefined;
}

/** What a decoded body goes through while it arrives: only what passes is held. */
export interface BodySieve {
  push(chunk: Buffer): Sifted;
  /** With what passes of an end that waited for more. */
  finish(): Sifted;
}
