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
import { routeTableAnswers } from './routes/route-table-answers.ts';

export interface MountOptions {
  /** Middlewares before everything of the platform's but ids and the base path: their answers are their own. */
  readonly first: readonly RequestHandler[];
  /** Answer the addresses of the build's files. */
  readonly assets: RequestHandler;
}

/** Puts the platform around an application that imports `RenderingModule`, before it is initialised. */
export function mountRendering(app: NestExpressApplication, { first, assets }: MountOptions): void {
  const options = app.get(RenderingOptions);
  app.set('etag', false).set('x-powered-by', false);
  app.use(identifyRequests(), stripBasePath(options.basePath), ...first, handledByRequest());
  const compress = compressedAnswers();
  app.use(allowKnownHosts(options.publicOrigin), securityHeaders(options), assets);
  app.use(routesPath, compress, routeTableAnswers(app.get(PublishedRoutes)));
  // Compression after the page's headers: it adds to what the answer varies by.
  app.use(pageHeaders, compress, canonicalAddress(options.basePath));
  app.useGlobalGuards(app.get(ChainGuard));
}
