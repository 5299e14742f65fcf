import type { FrameMapping } from '#shared';
import type { JsonObject } from '../../json/shape.ts';

const MAPPING = Symbol('what source maps say');

/** What source maps say of a frame that `withMapped` gave. Nothing that is sent can be that. */
export function mappingOf(frame: JsonObject): FrameMapping | undefined {
  return (frame as { readonly [MAPPING]?: FrameMapping })[MAPPING];
}

export function noteMapping(frame: JsonObject, mapping: FrameMapping): JsonObject {
  const noted = { ...frame, [MAPPING]: mapping };
  return noted;
}
