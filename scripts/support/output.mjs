let isWithinLine = false;
let written = 0;

/** Writes text or bytes to the standard output. Returns the number that `isLast` takes. */
export function write(text) {
  process.stdout.write(text);
  isWithinLine = !String(text).endsWith('\n');
  written += 1;
  return written;
}

export function isLast(writing) {
  return writing === written;
}

export function writeOnOwnLine(text) {
  return write(`${isWithinLine ? '\n' : ''}${text}`);
}
