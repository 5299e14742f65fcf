import type { RequestHandler } from 'express';
import type { RoutePath } from './route-table.ts';

/** A route of Express that answers GET. */
export interface RegisteredRoute {
  readonly path: RoutePath;
  /** What Nest, or whoever registered it, had Express call. */
  readonly handler: object;
  /** Has it answer POST as well. */
  readonly post: (...handlers: readonly RequestHandler[]) => unknown;
}

/** What of an Express application its routes are read from. */
export interface RoutedApplication {
  readonly router: { readonly stack: readonly RouterLayer[] };
}

interface RouterLayer {
  /** Absent of a middleware. */
  readonly route?: {
    readonly path: RoutePath;
    readonly methods: Readonly<Record<string, boolean | undefined>>;
    readonly stack: readonly { readonly handle: object }[];
    post(...handlers: readonly RequestHandler[]): unknown;
  };
}

/** The routes that a GET may meet, in the order in which Express tries them. */
export function listRegisteredRoutes({ router }: RoutedApplication): RegisteredRoute[] {
  return router.stack.flatMap(({ route }) => {
    const handler = route?.stack[0]?.handle;
    const isForReading = route?.methods['get'] ?? route?.methods['_all'] ?? false;
    return handler && isForReading
      ? [{ path: route.path, handler, post: (...handlers) => route.post(...handlers) }]
      : [];
  });
}
