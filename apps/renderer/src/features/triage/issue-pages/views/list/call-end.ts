const END = 7;
const MOST_OF_END = 16;

/**
 * Finds where the end of a call begins, which is shown whatever has to be cut: before the signs between two names, unless that
 * leaves fewer letters, or more, than a row is to end with.
 */
export function findCallEnd(call: string): number {
  const signs = [...call.matchAll(/[.:_#>-]+/g)].findLast(
    ({ index }) => index >= call.length - MOST_OF_END && index <= call.length - END,
  );
  return signs?.index ?? call.length - END;
}
