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

/** Characters of the monospaced font that fit into the column of places. */
const COLUMN = 26;
const LEAST_CALL = 8;

/** Answers whether the column has room for the file and at least 8 characters of the call. */
export function hasRoom(call: string, file: string): boolean {
  return file === '' || COLUMN - file.length - 1 >= Math.min(call.length, LEAST_CALL);
}
