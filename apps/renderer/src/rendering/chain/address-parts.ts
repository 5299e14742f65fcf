import type { Request } from 'express';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '../nest-internals.ts';
import type { LayoutClass } from '../pages/layout.decorator.ts';

export interface AddressPart {
  /**
   * `project` for the path parameter `project`, `?environment` for the query parameter
   * `environment`. `*` stands for all parameters of the path, and `?` for the whole query.
   */
  readonly name: string;
  readonly read: (request: Request) => unknown;
}

interface ParameterMetadata {
  readonly data?: unknown;
}

/**
 * Returns the parts of the address that a layout's loader reads with `@Param()` and `@Query()`.
 * Other inputs of a loader, such as headers, do not change the layout's key.
 */
export function listAddressParts(layout: LayoutClass): AddressPart[] {
  const metadata = Reflect.getMetadata(ROUTE_ARGS_METADATA, layout, 'load') as
    | Readonly<Record<string, ParameterMetadata>>
    | undefined;
  return Object.entries(metadata ?? {})
    .flatMap(([key, { data }]) => toAddressPart(key, data))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function toAddressPart(key: string, data: unknown): AddressPart[] {
  const name = typeof data === 'string' ? data : undefined;
  if (key.startsWith(`${RouteParamtypes.PARAM}:`)) {
    return [{ name: name ?? '*', read: ({ params }) => (name ? params[name] : params) }];
  }
  if (key.startsWith(`${RouteParamtypes.QUERY}:`)) {
    return [{ name: `?${name ?? ''}`, read: ({ query }) => (name ? query[name] : query) }];
  }
  return [];
}
