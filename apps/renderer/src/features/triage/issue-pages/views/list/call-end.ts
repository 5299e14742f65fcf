const END = 7;
const MOST_OF_END = 16;

/**
 * Returns the index at which the end of a call begins. A row without enough room cuts the middle of
 * a call and never its end. The end begins at the last separator (`.`, `::`) that leaves `END` to
 * `MOST_OF_END` characters. Without such a separator it has `END` characters.
 */
export function findCallEnd(call: string): number {
  const signs = [...call.matchAll(/[.:_#>-]+/g)].findLast(
    ({ index }) => index >= call.length - MOST_OF_END && index <= call.length - END,
  );
  return signs?.index ?? call.length - END;
}
