import { isLast, write, writeOnOwnLine } from './output.mjs';

/** Seconds since a `performance.now()`, as a person reads them. */
export function elapsed(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Says what is being done while it is done, and how long it took: on the same line unless others have said something. */
export async function step(label, work) {
  const startMs = performance.now();
  const begun = writeOnOwnLine(`${label} …`);
  const end = (text) => {
    if (isLast(begun)) write(` ${text}\n`);
    else writeOnOwnLine(`${label} … ${text}\n`);
  };
  try {
    const result = await work();
    end(elapsed(startMs));
    return result;
  } catch (error) {
    end(`failed after ${elapsed(startMs)}`);
    throw error;
  }
}
