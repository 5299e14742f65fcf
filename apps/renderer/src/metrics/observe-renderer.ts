import type { RequestHandler } from 'express';
import {
  createAccessLines,
  findRoute,
  metricsAnswers,
  observeAnswers,
  toStatusClass,
} from '#telemetry';
import type { Answer } from '#telemetry';
import { isIngestPath, livePath } from '#shared';
import type { RendererConfig } from '../config/renderer-config.ts';
import { findPageKind } from '../rendering/index.ts';
import type { Readiness } from '../rendering/index.ts';
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

function noteAnswer(metrics: RendererMetrics, { request, response, seconds }: Answer): void {
  // Live streams are not counted: their duration only says how long a page was open.
  if (request.path === livePath) return;
  const route = findRoute(request) ?? 'none';
  const answer = { route, statusClass: toStatusClass(response), seconds };
  if (isIngestPath(request.path)) return metrics.notePassage(answer);
  const kind = findPageKind(request);
  if (kind === 'action') metrics.noteAction(answer);
  else metrics.notePage(kind ?? 'other', answer);
}
