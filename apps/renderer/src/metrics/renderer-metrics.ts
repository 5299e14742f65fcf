import { Gauge, Histogram, type Registry } from 'prom-client';
import { createRegistry } from '#telemetry';

const prefix = 'errata_renderer_';

const BUCKETS = [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export type PageKind = 'document' | 'data' | 'prefetch' | 'other';

export interface TimedAnswer {
  readonly route: string;
  /** `2xx` to `5xx`, or `aborted`. */
  readonly statusClass: string;
  readonly seconds: number;
}

/**
 * Metrics of one renderer since its start. Visitors cannot choose the value of any label, so the
 * number of series stays bounded.
 */
export class RendererMetrics {
  readonly registry: Registry;
  private readonly pages: Histogram<'route' | 'kind' | 'status_class'>;
  private readonly actions: Histogram<'route' | 'status_class'>;
  private readonly passages: Histogram<'status_class'>;
  private readonly fetches: Histogram<'status_class'>;

  constructor(version: string) {
    this.registry = createRegistry({ prefix, version });
    const common = { buckets: BUCKETS, registers: [this.registry] };
    this.pages = new Histogram({
      name: `${prefix}page_seconds`,
      help: 'Seconds from the head of a request to the end of its answer, by route and by kind of request.',
      labelNames: ['route', 'kind', 'status_class'],
      ...common,
    });
    this.actions = new Histogram({
      name: `${prefix}action_seconds`,
      help: 'Seconds that each action of a page takes, from the head of its request to the end of its answer.',
      labelNames: ['route', 'status_class'],
      ...common,
    });
    this.passages = new Histogram({
      name: `${prefix}passage_seconds`,
      help: 'Seconds that each report passed through to the relay takes, including the answer of the relay.',
      labelNames: ['status_class'],
      ...common,
    });
    this.fetches = new Histogram({
      name: `${prefix}fetch_seconds`,
      help: 'Seconds of each attempt to ask another service for the data of a page, until its answer begins.',
      labelNames: ['status_class'],
      ...common,
    });
  }

  /** Calls `isReady` whenever the metrics are read. `isReady` must never reject. */
  watchReadiness(isReady: () => Promise<boolean>): void {
    const gauge = new Gauge({
      name: `${prefix}ready`,
      help: '1 while pages can be made; 0 while the database does not answer.',
      registers: [],
      async collect() {
        this.set(Number(await isReady()));
      },
    });
    this.registry.registerMetric(gauge);
  }

  notePage(kind: PageKind, { route, statusClass, seconds }: TimedAnswer): void {
    this.pages.observe({ route, kind, status_class: statusClass }, seconds);
  }

  noteAction({ route, statusClass, seconds }: TimedAnswer): void {
    this.actions.observe({ route, status_class: statusClass }, seconds);
  }

  notePassage({ statusClass, seconds }: TimedAnswer): void {
    this.passages.observe({ status_class: statusClass }, seconds);
  }

  noteFetch(statusClass: string, seconds: number): void {
    this.fetches.observe({ status_class: statusClass }, seconds);
  }
}
