import type { FrameMapping } from '#shared';
import type { JsonObject } from '../../json/shape.ts';

const MAPPING = Symbol('what source maps say');

/**
 * Returns the mapping that `noteMapping` put on a frame. The key is a symbol, because JSON from a
 * sender cannot contain symbols.
 */
export function mappingOf(frame: JsonObject): FrameMapping | undefined {
  return (frame as { readonly [MAPPING]?: FrameMapping })[MAPPING];
}

export function noteMapping(frame: JsonObject, mapping: FrameMapping): JsonObject {
  const noted = { ...frame, [MAPPING]: mapping };
  return noted;
}
