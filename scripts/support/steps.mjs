/** Seconds since a `performance.now()`, as a person reads them. */
export function elapsed(sinceMs) {
  return `${((performance.now() - sinceMs) / 1000).toFixed(1)} s`;
}

/** Says what is being done while it is done, and how long it took. */
export async function step(label, work) {
  const startMs = performance.now();
  process.stdout.write(`${label} …`);
  try {
    const result = await work();
    process.stdout.write(` ${elapsed(startMs)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(` failed after ${elapsed(startMs)}\n`);
    throw error;
  }
}
