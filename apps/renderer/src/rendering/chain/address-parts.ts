import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Request } from 'express';
import type { LayoutClass } from '../pages/layout.decorator.ts';

/** A value of the address that a loader reads. */
export interface AddressPart {
  /** `project` of the path, `?environment` of the query; `*` and `?` for the whole of either. */
  readonly name: string;
  readonly read: (request: Request) => unknown;
}

interface ParameterMetadata {
  readonly data?: unknown;
}

/**
 * The parts of the address that the parameters of a layout's loader name: `@Param()` and `@Query()`,
 * by name or whole. What a loader reads otherwise (headers, the user) does not change whose layout it is.
 */
export function listAddressParts(layout: LayoutClass): AddressPart[] {
  const metadata = Reflect.getMetadata(ROUTE_ARGS_METADATA, layout, 'load') as
    | Readonly<Record<string, ParameterMetadata>>
    | undefined;
  return Object.entries(metadata ?? {})
    .flatMap(([key, { data }]) => toAddressPart(key, data))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** `key` is Nest's: the kind of the parameter, a colon, its position. */
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
