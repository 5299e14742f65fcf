import { tooLarge } from '../envelope/envelope.ts';
import type { BodySieve, Sifted } from './body-sieve.ts';

/** Lets a body that is one report pass as it is, up to a size. */
export class PlainBody implements BodySieve {
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  push(chunk: Buffer): Sifted {
    this.bytes += chunk.length;
    if (this.bytes <= this.maxBytes) return { passed: [chunk] };
    return { passed: [], refusal: tooLarge('It is more than a report of its kind may be.') };
  }

  finish(): Sifted {
    return { passed: [] };
  }
}
