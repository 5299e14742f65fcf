import type { Request } from 'express';
import { CallSignature } from '#persistence';
import type { Clock } from '#shared';
import { toReading } from '#telemetry';

export interface DetailAccessParts {
  readonly secret: string;
  readonly metricsToken: string | undefined;
  readonly clock: Clock;
}

export class DetailAccess {
  private readonly signature: CallSignature;

  constructor(private readonly parts: DetailAccessParts) {
    this.signature = new CallSignature(parts.secret);
  }

  isGranted(request: Request): boolean {
    const { metricsToken, clock } = this.parts;
    const { headers, method, originalUrl: target } = request;
    const signed = this.signature.check(headers.authorization, { method, target }, clock.nowMs());
    return signed === 'signed' || toReading(request, metricsToken) === 'allowed';
  }
}
