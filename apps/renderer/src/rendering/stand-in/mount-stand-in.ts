import type { Express, RequestHandler } from 'express';
import { identifyRequests } from '#telemetry';
import { stripBasePath } from '../document/base-path.ts';
import { standInAnswers } from './stand-in-answers.ts';
import type { StandInOptions } from './stand-in-answers.ts';

export interface StandInMount extends StandInOptions {
  readonly basePath: string;
  /** Middlewares before everything but ids and the base path: their answers are their own. */
  readonly first: readonly RequestHandler[];
}

/** Puts what answers while the database is away into an Express application, in the order of `mountRendering`. */
export function mountStandIn(app: Express, { basePath, first, ...options }: StandInMount): void {
  app.set('etag', false).set('x-powered-by', false);
  app.use(identifyRequests(), stripBasePath(basePath), ...first, ...standInAnswers(options));
}
