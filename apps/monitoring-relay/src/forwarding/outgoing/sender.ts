import type { Clock } from '#shared';
import { maskSecrets } from '#telemetry/plain';
import type { ForwardQueue, ForwardReport } from '../../spool/ports/forward-queue.ts';
import type { ForwardMetrics } from '../forward-metrics.ts';
import { BodyFault, type OutgoingEnvelope, openEnvelope } from './outgoing-envelope.ts';
import { readAnswer, type SendResult } from '../upstream/read-answer.ts';
import {
  type OutgoingReport,
  type UpstreamClient,
  UpstreamFault,
} from '../upstream/upstream-client.ts';
import type { UpstreamLimits } from '../upstream/upstream-limits.ts';
import type { Upstream } from '../upstream/upstreams.ts';

export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  async use<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await run();
    } finally {
      const next = this.waiting.shift();
      // Hands the slot over directly, so that no later caller can take it first.
      if (next) next();
      else this.free += 1;
    }
  }
}

export interface SenderParts {
  readonly client: Pick<UpstreamClient, 'send'>;
  readonly limits: UpstreamLimits;
  /**
   * Maximum number of simultaneous sends to one service. Each service has its own limit, so that a
   * slow service does not block the others.
   */
  readonly maxSends: number;
  readonly metrics: ForwardMetrics;
  readonly clock: Clock;
}

export type Attempt =
  | SendResult
  | { readonly kind: 'damaged' }
  | { readonly kind: 'unreadable'; readonly detail: string }
  | { readonly kind: 'stopped' };

interface Sent extends Pick<OutgoingReport, 'hops' | 'senderAddress'> {
  readonly envelope: OutgoingEnvelope;
}

export class Sender {
  private readonly slots = new Map<string, Slots>();

  constructor(private readonly parts: SenderParts) {}

  get limits(): UpstreamLimits {
    return this.parts.limits;
  }

  /** Makes one attempt to send the report. Rejects only when the spool cannot be read. */
  async send(
    report: ForwardReport,
    { queue, upstream, signal }: { queue: ForwardQueue; upstream: Upstream; signal: AbortSignal },
  ): Promise<Attempt> {
    const { metrics, limits, clock } = this.parts;
    return this.findSlots(upstream).use(async () => {
      if (signal.aborted) return { kind: 'stopped' };
      const startMs = performance.now();
      const envelope = await this.open(report, queue, upstream);
      if ('kind' in envelope) return envelope;
      const { senderAddress } = report;
      const sent = { envelope, hops: report.hops + 1, senderAddress };
      const result = await this.attempt(upstream, sent, signal);
      if (result.kind === 'stopped' || result.kind === 'unreadable') return result;
      metrics.noteAttempt(result.kind, (performance.now() - startMs) / 1000);
      if ('limits' in result) limits.note(upstream, result.limits, clock.nowMs());
      return result;
    });
  }

  private async open(
    { id, receivedAtMs }: ForwardReport,
    queue: ForwardQueue,
    { dsn }: Upstream,
  ): Promise<OutgoingEnvelope | Extract<Attempt, { kind: 'damaged' | 'unreadable' }>> {
    try {
      const body = queue.readBody(id);
      const waitedMs = this.parts.clock.nowMs() - receivedAtMs;
      return body ? await openEnvelope(body, dsn, waitedMs) : { kind: 'damaged' };
    } catch (error) {
      const detail = describeFault(error);
      if (detail === undefined) throw error;
      return { kind: 'unreadable', detail };
    }
  }

  private findSlots({ origin }: Upstream): Slots {
    const slots = this.slots.get(origin) ?? new Slots(this.parts.maxSends);
    this.slots.set(origin, slots);
    return slots;
  }

  private async attempt(
    upstream: Upstream,
    { envelope, ...facts }: Sent,
    signal: AbortSignal,
  ): Promise<Exclude<Attempt, { kind: 'damaged' }>> {
    const mask = (text: string): string => maskKey(text, upstream);
    const { body, isCompressed } = envelope;
    try {
      const answer = await this.parts.client.send(
        upstream,
        { body, isCompressed, ...facts },
        signal,
      );
      return readAnswer(answer, { nowMs: this.parts.clock.nowMs(), mask });
    } catch (error) {
      if (!(error instanceof UpstreamFault)) throw error;
      if (signal.aborted) return { kind: 'stopped' };
      if (envelope.fault) return { kind: 'unreadable', detail: envelope.fault.message };
      return { kind: 'unavailable', detail: mask(error.message), isReportInDoubt: error.isSent };
    }
  }
}

/** Returns undefined for faults that concern more than one body, such as errors of SQLite. */
function describeFault(error: unknown): string | undefined {
  if (error instanceof BodyFault) return error.message;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return syscall === undefined ? undefined : code;
}

/**
 * Removes the upstream's key and other secrets from a message of the upstream, before the message
 * is logged or shown. Many services repeat the key in their errors.
 */
export function maskKey(text: string, { publicKey }: Pick<Upstream, 'publicKey'>): string {
  return maskSecrets(text).replaceAll(publicKey, '***');
}
