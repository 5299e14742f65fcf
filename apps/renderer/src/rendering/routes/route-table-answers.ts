import type { RequestHandler } from 'express';
import { routesPath } from './published-routes.ts';
import type { PublishedRoutes } from './published-routes.ts';

/**
 * Serves the route table, which browsers may cache for ever. Must be mounted at `routesPath`. Other
 * paths get a 404 that must not be cached, because this path may have a table after a deployment.
 */
export function routeTableAnswers(routes: Pick<PublishedRoutes, 'table'>): RequestHandler {
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
