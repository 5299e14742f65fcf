interface Loop {
  readonly start: number;
  readonly end: number;
}

/**
 * Calls of a stack, outermost first, each recursion as if it went round once: it then is the same at any depth. Members of
 * a loop stand in the order in which they were first called. Where a stack begins within a loop, an engine or an SDK kept
 * its newest calls alone (Node.js 10, browsers 50): who was called first is chance, and the alphabet orders them.
 */
export function foldLoops(
  calls: readonly string[],
  { isOverflow }: { readonly isOverflow: boolean },
): string[] {
  const distinct = new Set(calls);
  if (distinct.size === calls.length) return [...calls];
  const loops = findLoops(calls);
  // Where exactly a stack overflows is chance.
  const end = isOverflow ? findLongest(loops).end + 1 : calls.length;
  const order = [...new Set(calls.slice(0, end))];
  if (loops[0]!.start > 0) return order;
  const first = new Set(calls.slice(0, loops[0]!.end + 1));
  return [...[...first].toSorted(), ...order.filter((call) => !first.has(call))];
}

/** From the first to the last time that a call is made, with all loops that it meets. */
function findLoops(calls: readonly string[]): readonly Loop[] {
  const last = new Map(calls.map((call, at) => [call, at]));
  const loops: Loop[] = [];
  let at = 0;
  while (at < calls.length) {
    let end = last.get(calls[at]!)!;
    for (let within = at; within <= end; within += 1)
      end = Math.max(end, last.get(calls[within]!)!);
    if (end > at) loops.push({ start: at, end });
    at = end + 1;
  }
  return loops;
}

function findLongest(loops: readonly Loop[]): Loop {
  return loops.reduce((found, loop) =>
    loop.end - loop.start > found.end - found.start ? loop : found,
  );
}
