import { Counter, Gauge } from 'prom-client';
import type { JobRun } from '#shared';
import { prefix, type RelayMetrics } from '../metrics/relay-metrics.ts';

export class JobMetrics {
  private readonly runs: Counter<'job'>;
  private readonly failures: Counter<'job'>;
  private readonly seconds: Gauge<'job'>;
  private readonly succeededAt: Gauge<'job'>;

  constructor({ registry }: Pick<RelayMetrics, 'registry'>) {
    const common = { labelNames: ['job'] as const, registers: [registry] };
    this.runs = new Counter({
      name: `${prefix}job_runs_total`,
      help: 'Runs of each job, those that failed among them.',
      ...common,
    });
    this.failures = new Counter({
      name: `${prefix}job_failures_total`,
      help: 'Runs of each job that failed.',
      ...common,
    });
    this.seconds = new Gauge({
      name: `${prefix}job_last_run_seconds`,
      help: 'How long the last run of each job took.',
      ...common,
    });
    this.succeededAt = new Gauge({
      name: `${prefix}job_last_success_timestamp_seconds`,
      help: 'Time of the last success of each job, in seconds since the Unix epoch. Absent until the job succeeds.',
      ...common,
    });
  }

  note({ name: job, isFailed, seconds, atMs }: JobRun): void {
    this.runs.inc({ job });
    this.failures.inc({ job }, isFailed ? 1 : 0);
    this.seconds.set({ job }, seconds);
    if (!isFailed) this.succeededAt.set({ job }, atMs / 1000);
  }
}
