import type { Express, RequestHandler } from 'express';
import { identifyRequests } from '#telemetry';
import { stripBasePath } from '../document/base-path.ts';
import { standInAnswers } from './stand-in-answers.ts';
import type { StandInOptions } from './stand-in-answers.ts';

export interface StandInMount extends StandInOptions {
  readonly basePath: string;
  readonly first: readonly RequestHandler[];
}

/**
 * Mounts the answers that a stand-in gives while the database is away. Middlewares have the same
 * order as in `mountRendering`.
 *
 * ```ts
 * const app = adapter.getInstance<Express>();
 * const intake = new NoIntake();
 * mountStandIn(app, { name: 'Shop', publicOrigin, basePath: '', intake, first: [] });
 * ```
 */
export function mountStandIn(app: Express, { basePath, first, ...options }: StandInMount): void {
  app.set('etag', false).set('x-powered-by', false);
  app.use(identifyRequests(), stripBasePath(basePath), ...first, ...standInAnswers(options));
}
