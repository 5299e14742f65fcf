import { Counter, Histogram, type Registry } from 'prom-client';
import { createRegistry } from '#telemetry';
import type { ErrorCode, OutcomeCount } from '#shared';

export const prefix = 'errata_relay_';
export const consumer = 'processing';

const ANSWER_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const PROCESSING_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];
const DELAY_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30, 300, 3600];
const BATCH_BUCKETS = [1, 2, 5, 10, 20, 50, 100];

export type Reception =
  | { readonly outcome: 'accepted'; readonly reason: '' }
  | { readonly outcome: 'refused'; readonly reason: ErrorCode }
  | { readonly outcome: 'broken_off'; readonly reason: 'gone' | 'stalled' };

export interface BatchTimes {
  readonly processingSeconds: number;
  readonly delaySeconds: number;
}

/**
 * Metrics of one relay since its start. Senders cannot choose any label's value, so that the number
 * of series stays bounded.
 */
export class RelayMetrics {
  readonly registry: Registry;
  private readonly receptions = new Map<string, Reception & { count: number }>();
  private readonly answers: Histogram<'route' | 'status_class'>;
  private readonly batches: Histogram<'consumer'>;
  private readonly processing: Histogram<'consumer'>;
  private readonly delays: Histogram<'consumer'>;
  private readonly processed: Counter<'consumer' | 'outcome'>;
  private readonly items: Counter<'outcome' | 'reason'>;

  constructor(version: string) {
    this.registry = createRegistry({ prefix, version });
    const registers = [this.registry];
    const { receptions } = this;
    const reports = new Counter({
      name: `${prefix}reports_total`,
      help: 'Reports that arrived, by whether the relay accepted them and, if not, by the reason.',
      labelNames: ['outcome', 'reason'],
      registers: [],
      // Counts in a plain map, because that costs less per report than a labelled counter.
      collect() {
        this.reset();
        for (const { outcome, reason, count } of receptions.values()) {
          this.inc({ outcome, reason }, count);
        }
      },
    });
    this.registry.registerMetric(reports);
    this.answers = new Histogram({
      name: `${prefix}answer_seconds`,
      help: 'Seconds from the head of a request to the end of its answer, by route.',
      labelNames: ['route', 'status_class'],
      buckets: ANSWER_BUCKETS,
      registers,
    });
    this.batches = new Histogram({
      name: `${prefix}batch_reports`,
      help: 'Reports of each batch that was taken out of the spool.',
      labelNames: ['consumer'],
      buckets: BATCH_BUCKETS,
      registers,
    });
    this.processing = new Histogram({
      name: `${prefix}processing_seconds`,
      help: 'Seconds from taking a batch out of the spool until all its reports were recorded or kept as failed reports.',
      labelNames: ['consumer'],
      buckets: PROCESSING_BUCKETS,
      registers,
    });
    this.delays = new Histogram({
      name: `${prefix}delay_seconds`,
      help: 'Seconds from the arrival of the oldest report of each batch until it was recorded or kept as a failed report.',
      labelNames: ['consumer'],
      buckets: DELAY_BUCKETS,
      registers,
    });
    this.processed = new Counter({
      name: `${prefix}processed_reports_total`,
      help: 'Reports that left the spool: recorded, or kept as failed reports.',
      labelNames: ['consumer', 'outcome'],
      registers,
    });
    this.items = new Counter({
      name: `${prefix}items_total`,
      help: 'Items by outcome, only of a relay with RELAY_MODE=forward. Other relays count items in the database.',
      labelNames: ['outcome', 'reason'],
      registers,
    });
    this.items.inc({ outcome: 'forwarded', reason: 'sent' }, 0);
    receptions.set('', { outcome: 'accepted', reason: '', count: 0 });
  }

  noteReception(reception: Reception): void {
    const counted = this.receptions.get(reception.reason);
    if (counted) counted.count += 1;
    else this.receptions.set(reception.reason, { ...reception, count: 1 });
  }

  noteAnswer(route: string, statusClass: string, seconds: number): void {
    this.answers.observe({ route, status_class: statusClass }, seconds);
  }

  noteClaimed(reports: number): void {
    this.batches.observe({ consumer }, reports);
  }

  noteProcessed(outcome: 'recorded' | 'kept_aside', reports: number): void {
    this.processed.inc({ consumer, outcome }, reports);
  }

  noteItems(outcomes: readonly OutcomeCount[]): void {
    for (const { outcome, reason, quantity } of outcomes)
      this.items.inc({ outcome, reason }, quantity);
  }

  noteBatchDone({ processingSeconds, delaySeconds }: BatchTimes): void {
    this.processing.observe({ consumer }, processingSeconds);
    this.delays.observe({ consumer }, delaySeconds);
  }
}
