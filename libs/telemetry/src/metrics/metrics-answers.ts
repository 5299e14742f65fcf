import type { RequestHandler, Response } from 'express';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { toReading } from './metrics-reader.ts';

const metricsPath = '/metrics';

/**
 * Answers `/metrics` in the text format of Prometheus to requests with the token. Answers 401 to a
 * wrong token, and 404 without a token or when none is set. Metrics of the process appear from the
 * second reading on.
 *
 * Install this before the handler that sends CORS headers, so that pages of other sites cannot read
 * an answer.
 */
export function metricsAnswers(registry: Registry, token: string | undefined): RequestHandler {
  let isOfProcess = false;
  return (request, response, next) => {
    if (request.path !== metricsPath) return next();
    response.setHeader('Cache-Control', 'no-store');
    const reading = toReading(request, token);
    if (reading !== 'allowed') return refuse(response, reading === 'wrong token');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.status(405).setHeader('Allow', 'GET, HEAD').end();
      return;
    }
    registry.metrics().then((text) => {
      response.setHeader('Content-Type', registry.contentType);
      response.end(text);
      // Watching the event loop costs time, so it begins only with the first reading.
      if (!isOfProcess) collectDefaultMetrics({ register: registry });
      isOfProcess = true;
    }, next);
  };
}

function refuse(response: Response, isTokenWrong: boolean): void {
  if (isTokenWrong) response.setHeader('WWW-Authenticate', 'Bearer realm="metrics"');
  response
    .status(isTokenWrong ? 401 : 404)
    .type('text/plain')
    .send(isTokenWrong ? 'This is not METRICS_TOKEN.\n' : 'There is nothing at this address.\n');
}
