interface Loop {
  readonly start: number;
  readonly end: number;
}

/** A frame as a recursion has it. */
interface Call {
  /** The same for all lines of one function. */
  readonly call: string;
  readonly signature: string;
}

/**
 * What the calls of a stack tell, outermost first, by call. Each recursion tells as if it went round once, with the newest
 * line of each call: it then is the same at any depth. Members of a loop stand in the order in which they were first called.
 * Where a stack begins within a loop, an engine or an SDK kept its newest calls alone (Node.js 10, browsers 50): who was
 * called first is chance, and the alphabet orders them. Of a stack that overflowed, the loop that filled it tells, without
 * lines: where it began and ended is chance.
 */
export function foldLoops(
  frames: readonly Call[],
  { isOverflow }: { readonly isOverflow: boolean },
): ReadonlyMap<string, string> {
  const told = new Map(frames.map(({ call, signature }) => [call, signature]));
  if (told.size === frames.length) return told;
  const calls = frames.map(({ call }) => call);
  const loops = findLoops(calls);
  if (isOverflow) {
    const { start, end } = findLongest(loops);
    return new Map(
      [...new Set(calls.slice(start, end + 1))].toSorted().map((call) => [call, call]),
    );
  }
  if (loops[0]!.start > 0) return told;
  const first = new Set(calls.slice(0, loops[0]!.end + 1));
  const order = [...[...first].toSorted(), ...[...told.keys()].filter((call) => !first.has(call))];
  return new Map(order.map((call) => [call, told.get(call)!]));
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
