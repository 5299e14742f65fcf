/** Whether what was written last is a line that has not ended yet. */
let isWithinLine = false;
/** How often anything was written: who ends a line knows by it whether it is still theirs. */
let written = 0;

/** Writes a text, or bytes of one, to the standard output; gives what `isLast` takes. */
export function write(text) {
  process.stdout.write(text);
  isWithinLine = !String(text).endsWith('\n');
  written += 1;
  return written;
}

/** Whether nothing was written since. */
export function isLast(writing) {
  return writing === written;
}

/** Begins on a line of its own, whoever is in the midst of another. */
export function writeOnOwnLine(text) {
  return write(`${isWithinLine ? '\n' : ''}${text}`);
}
