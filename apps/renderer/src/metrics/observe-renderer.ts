import type { RequestHandler } from 'express';
import { createAccessLines, metricsAnswers, observeAnswers } from '#telemetry';
import type { RendererConfig } from '../config/renderer-config.ts';
import type { Readiness } from '../rendering/index.ts';
import { noteAnswer } from './note-answer.ts';
import type { RendererMetrics } from './renderer-metrics.ts';

export interface ObservedRenderer {
  readonly config: Pick<RendererConfig, 'logLevel' | 'metricsToken'>;
  readonly metrics: RendererMetrics;
  readonly readiness: Readiness;
}

/**
 * Returns handlers that time and log requests and answer `/metrics`. They must precede all other
 * handlers.
 */
export function observeRenderer({
  config,
  metrics,
  readiness,
}: ObservedRenderer): RequestHandler[] {
  metrics.watchReadiness(async () => (await readiness.problems()).length === 0);
  return [
    ...(config.logLevel === 'debug' ? [observeAnswers(createAccessLines())] : []),
    observeAnswers((answer) => noteAnswer(metrics, answer)),
    metricsAnswers(metrics.registry, config.metricsToken),
  ];
}
