import { Counter, Histogram } from 'prom-client';
import { prefix, type RelayMetrics } from '../metrics/relay-metrics.ts';
import type { SendResult } from './upstream/read-answer.ts';

export type ForwardEnd = 'sent' | 'refused' | 'expired' | 'crowded_out' | 'damaged';

const SEND_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 300];
const ENDS: readonly ForwardEnd[] = ['sent', 'refused', 'expired', 'crowded_out', 'damaged'];

export class ForwardMetrics {
  private readonly attempts: Histogram<'result'>;
  private readonly ends: Counter<'result'>;
  private readonly loops: Counter;

  constructor({ registry }: Pick<RelayMetrics, 'registry'>) {
    const registers = [registry];
    this.attempts = new Histogram({
      name: `${prefix}forward_seconds`,
      help: 'Seconds from the start of an attempt to forward a report until its answer, by the result.',
      labelNames: ['result'],
      buckets: SEND_BUCKETS,
      registers,
    });
    this.ends = new Counter({
      name: `${prefix}forwarded_reports_total`,
      help: 'Reports that no longer wait to be forwarded: sent, refused by the upstream, or dropped by this relay.',
      labelNames: ['result'],
      registers,
    });
    this.loops = new Counter({
      name: `${prefix}forward_loops_total`,
      help: 'Reports that are not forwarded, because they were forwarded too often before.',
      registers,
    });
    this.attempts.zero({ result: 'sent' });
    for (const result of ENDS) this.ends.inc({ result }, 0);
  }

  noteAttempt(result: SendResult['kind'], seconds: number): void {
    this.attempts.observe({ result }, seconds);
  }

  noteEnded(result: ForwardEnd, reports: number): void {
    this.ends.inc({ result }, reports);
  }

  noteLoop(): void {
    this.loops.inc();
  }
}
