import type { RequestHandler } from 'express';
import type { RoutePath } from './route-table.ts';

export interface RegisteredRoute {
  readonly path: RoutePath;
  readonly handler: object;
  readonly post: (...handlers: readonly RequestHandler[]) => unknown;
}

/**
 * The part of an Express application that lists its routes.
 *
 * ```ts
 * const routed = app.getHttpAdapter().getInstance() as RoutedApplication;
 * writeAddressTypes(routed, config.rootFolder);
 * ```
 */
export interface RoutedApplication {
  readonly router: { readonly stack: readonly RouterLayer[] };
}

interface RouterLayer {
  readonly route?: {
    readonly path: RoutePath;
    readonly methods: Readonly<Record<string, boolean | undefined>>;
    readonly stack: readonly { readonly handle: object }[];
    post(...handlers: readonly RequestHandler[]): unknown;
  };
}

/** Returns the routes that a GET may reach, in the order in which Express tries them. */
export function listRegisteredRoutes({ router }: RoutedApplication): RegisteredRoute[] {
  return router.stack.flatMap(({ route }) => {
    const handler = route?.stack[0]?.handle;
    const isForReading = route?.methods['get'] ?? route?.methods['_all'] ?? false;
    return handler && isForReading
      ? [{ path: route.path, handler, post: (...handlers) => route.post(...handlers) }]
      : [];
  });
}
