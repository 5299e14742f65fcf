import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { findRequestId, handleAs, identifyRequests } from '#telemetry';
import type { RequestFields } from '#telemetry';
import compression from 'compression';
import { pageDataType } from '#shared';
import { ChainGuard } from './chain/chain.guard.ts';
import { stripBasePath } from './document/base-path.ts';
import { allowKnownHosts } from './document/known-hosts.ts';
import { securityHeaders } from './document/security-headers.ts';
import { getTrace } from './monitoring/request-trace.ts';
import { RenderingOptions } from './rendering.options.ts';
import { canonicalAddress } from './request/canonical-address.ts';
import { PublishedRoutes, routesPath } from './routes/published-routes.ts';
import { markVisitors } from './request/visitor-mark.ts';

/**
 * Only these types are compressed here, because the build has compressed its own files and other
 * answers are small.
 */
const TYPES = /^(?:text\/html|application\/json)\b/;

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

function compressedAnswers(): RequestHandler {
  const compress = compression({
    filter: (_request, response) => {
      const type = String(response.getHeader('Content-Type') ?? '');
      return TYPES.test(type) || type.startsWith(pageDataType);
    },
  });
  return (request, response, next) => {
    if ('accept-encoding' in request.headers) compress(request, response, next);
    else {
      response.vary('Accept-Encoding');
      next();
    }
  };
}

/**
 * Sets default headers on the answers of all routes, also of errors. Shared caches must not store
 * these answers. Pages vary by the headers that request page data.
 */
function pageHeaders(_request: Request, response: Response, next: NextFunction): void {
  response
    .set('Cache-Control', 'private, no-cache')
    .set('Vary', 'Router-State, Router-Prefetch, Router-Segment');
  next();
}

function handledByRequest(): RequestHandler {
  return (request: Request, _response: Response, next: NextFunction) =>
    handleAs(() => toFields(request), next);
}

function toFields(request: Request): RequestFields {
  const { traceId } = getTrace(request);
  return { requestId: findRequestId(request) ?? '', traceId };
}

/**
 * Serves the route table, which browsers may cache for ever. Must be mounted at `routesPath`. Other
 * paths get a 404 that must not be cached, because this path may have a table after a deployment.
 */
function routeTableAnswers(routes: Pick<PublishedRoutes, 'table'>): RequestHandler {
  return (request, response) => {
    const { path, json } = routes.table;
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (isRead && routesPath + request.path === path) {
      response
        .set('Cache-Control', 'public, max-age=31536000, immutable')
        .type('application/json')
        .send(json);
      return;
    }
    response
      .status(404)
      .set('Cache-Control', 'no-store')
      .type('text/plain')
      .send('There is no such route table.\n');
  };
}
