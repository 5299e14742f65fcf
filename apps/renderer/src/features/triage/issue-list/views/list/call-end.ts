const END = 7;
const MOST_OF_END = 16;

/**
 * Returns the index at which the end of a call begins. A narrow row cuts the middle of a call,
 * never its end. The end has `END` to `MOST_OF_END` characters and begins at a separator (`.`,
 * `::`). When no such separator exists, the end has `END` characters.
 */
export function findCallEnd(call: string): number {
  const signs = [...call.matchAll(/[.:_#>-]+/g)].findLast(
    ({ index }) => index >= call.length - MOST_OF_END && index <= call.length - END,
  );
  return signs?.index ?? call.length - END;
}
