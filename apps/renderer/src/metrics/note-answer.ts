import { isIngestPath, livePath } from '#shared';
import { findRoute, toStatusClass } from '#telemetry';
import type { Answer } from '#telemetry';
import { findPageKind } from '../rendering/index.ts';
import type { RendererMetrics } from './renderer-metrics.ts';

export function noteAnswer(metrics: RendererMetrics, { request, response, seconds }: Answer): void {
  // Live streams are not counted: their duration only says how long a page was open.
  if (request.path === livePath) return;
  const route = findRoute(request) ?? 'none';
  const answer = { route, statusClass: toStatusClass(response), seconds };
  if (isIngestPath(request.path)) return metrics.notePassage(answer);
  const kind = findPageKind(request);
  if (kind === 'action') metrics.noteAction(answer);
  else metrics.notePage(kind ?? 'other', answer);
}
