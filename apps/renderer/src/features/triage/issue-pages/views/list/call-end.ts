const END = 7;
const MOST_OF_END = 16;

/**
 * Returns the index from which a call is always shown, even when its middle is cut. The end begins
 * before the last signs between two names (`.`, `::`) that leave `END` to `MOST_OF_END` characters.
 * Without such signs it has `END` characters.
 */
export function findCallEnd(call: string): number {
  const signs = [...call.matchAll(/[.:_#>-]+/g)].findLast(
    ({ index }) => index >= call.length - MOST_OF_END && index <= call.length - END,
  );
  return signs?.index ?? call.length - END;
}
