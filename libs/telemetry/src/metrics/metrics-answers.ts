import type { RequestHandler, Response } from 'express';
import { collectDefaultMetrics, type Registry } from 'prom-client';
import { toReading } from './metrics-reader.ts';

const metricsPath = '/metrics';

/**
 * Answers `/metrics` to who sends the token, in the text format of Prometheus, and 404 to all others, or 401 to a token
 * that is wrong. Without a token there is no such address. What is known of any process is there from the second reading on. To be put before whatever lets pages of other sites read an answer.
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
      // Who has no reader need not pay for watching the event loop; the first finds nothing seen of it yet.
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
