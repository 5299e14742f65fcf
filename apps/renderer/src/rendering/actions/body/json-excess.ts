import { findExcess as findBound } from '#shared';

/** class-transformer compares each field of an object with all others. */
export const MOST_FIELDS = 1000;
/** A deeper body could overflow the stack, because code that reads it recurses once per level. */
const MOST_LEVELS = 32;

const DEEP = { status: 400, message: `The body has more than ${MOST_LEVELS} levels.` } as const;
const MANY = { status: 413, message: 'The body has too many fields or values.' } as const;

/**
 * Returns why a JSON text would cost more than its length: 32 levels, 1,000 fields of an object, or
 * `most` commas and brackets are exceeded. Does not parse it.
 *
 * ```ts
 * const excess = findExcess(text, 10_000);
 * if (excess) throw new HttpException(excess.message, excess.status);
 * ```
 */
export function findExcess(json: string, most: number): typeof DEEP | typeof MANY | undefined {
  const bound = findBound(json, { fields: MOST_FIELDS, values: most, levels: MOST_LEVELS });
  if (bound === undefined) return undefined;
  return bound === 'levels' ? DEEP : MANY;
}
