import { isLast, write, writeOnOwnLine } from './output.mjs';

export function elapsed(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/**
 * Prints what is being done and, once it is done, how long it took. The time stands on the same
 * line unless others have printed meanwhile.
 */
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
