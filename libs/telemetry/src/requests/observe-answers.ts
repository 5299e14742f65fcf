import type { Request, RequestHandler, Response } from 'express';

export interface Answer {
  readonly request: Request;
  readonly response: Response;
  readonly seconds: number;
}

export function observeAnswers(tell: (answer: Answer) => void): RequestHandler {
  return (request, response, next) => {
    const startMs = performance.now();
    response.once('close', () => {
      tell({ request, response, seconds: (performance.now() - startMs) / 1000 });
    });
    next();
  };
}

/**
 * Returns the pattern of the matched route, such as `/issues/:id`. Paths would be unsuitable as
 * metric labels, because their number is unlimited.
 */
export function findRoute(request: Request): string | undefined {
  const route = request.route as { readonly path?: unknown } | undefined;
  return route === undefined ? undefined : String(route.path);
}
