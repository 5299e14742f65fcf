import type { NestExpressApplication } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { identifyRequests } from '#telemetry';
import { ChainGuard } from './chain/chain.guard.ts';
import { stripBasePath } from './document/base-path.ts';
import { compressedAnswers } from './document/compressed-answers.ts';
import { allowKnownHosts } from './document/known-hosts.ts';
import { pageHeaders } from './document/page-headers.ts';
import { securityHeaders } from './document/security-headers.ts';
import { RenderingOptions } from './rendering.options.ts';
import { canonicalAddress } from './request/canonical-address.ts';
import { handledByRequest } from './request/request-fields.ts';
import { PublishedRoutes, routesPath } from './routes/published-routes.ts';
import { markVisitors } from './request/visitor-mark.ts';
import { routeTableAnswers } from './routes/route-table-answers.ts';

export interface MountOptions {
  /**
   * Middlewares that run before the platform's own, after the request has its id and the base path
   * is stripped. They must set all headers of their answers themselves.
   */
  readonly first: readonly RequestHandler[];
  readonly assets: RequestHandler;
}

/**
 * Mounts the platform's middlewares and guard on an application that imports `RenderingModule`.
 * Call it before `init`.
 *
 * ```ts
 * const app = await NestFactory.create<NestExpressApplication>(AppModule, new PageAdapter(rules), {
 *   bodyParser: false,
 * });
 * mountRendering(app, { first: [], assets: build.middleware });
 * await app.init();
 * ```
 */
export function mountRendering(app: NestExpressApplication, { first, assets }: MountOptions): void {
  const options = app.get(RenderingOptions);
  app.set('etag', false).set('x-powered-by', false);
  app.use(identifyRequests(), stripBasePath(options.basePath), ...first, handledByRequest());
  const compress = compressedAnswers();
  app.use(allowKnownHosts(options.publicOrigin), securityHeaders(options), assets);
  app.use(routesPath, compress, routeTableAnswers(app.get(PublishedRoutes)));
  // `compress` runs after `pageHeaders`, because it appends to the header `Vary`.
  app.use(pageHeaders, markVisitors(options), compress, canonicalAddress(options.basePath));
  app.useGlobalGuards(app.get(ChainGuard));
}
