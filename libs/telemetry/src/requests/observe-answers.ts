import type { Request, RequestHandler, Response } from 'express';

/** What was answered, once it is over. */
export interface Answer {
  readonly request: Request;
  readonly response: Response;
  readonly seconds: number;
}

/** Tells of each request when its answer has ended, or was broken off. */
export function observeAnswers(tell: (answer: Answer) => void): RequestHandler {
  return (request, response, next) => {
    const startMs = performance.now();
    response.once('close', () => {
      tell({ request, response, seconds: (performance.now() - startMs) / 1000 });
    });
    next();
  };
}

/** The pattern of the route that a request met, as `/issues/:id`: never its path, of which there is no end. */
export function findRoute(request: Request): string | undefined {
  const route = request.route as { readonly path?: unknown } | undefined;
  return route === undefined ? undefined : String(route.path);
}
