import type { Request } from 'express';
import { CallSignature } from '#persistence';
import type { Clock } from '#shared';
import { toReading } from '#telemetry';

export interface DetailAccessParts {
  /** ERRATA_SECRET, with which the renderer signs what it asks. */
  readonly secret: string;
  /** METRICS_TOKEN, by which those are known who watch the relay. */
  readonly metricsToken: string | undefined;
  readonly clock: Clock;
}

/** Lets services of the same installation, and readers of the metrics, see how the relay does. */
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
