interface Loop {
  readonly start: number;
  readonly end: number;
}

interface Call {
  /** The same text for all lines of one function. */
  readonly call: string;
  readonly signature: string;
  readonly name: string;
}

export interface StackTraits {
  readonly isOverflow: boolean;
  /** True when the engine keeps only the newest calls: 10 in Node.js, 50 in browsers. */
  readonly isShort: boolean;
}

/**
 * Returns the text of each call that enters the grouping key, outermost first. A recursion is
 * treated as if it ran once, with the newest line of each call, so its depth does not matter.
 *
 * When the engine keeps few calls, or the stack begins within a recursion, chance decides which
 * callers are present and which call comes first. The callers are therefore left out, and the calls
 * of the recursion are sorted. After a stack overflow, only the calls of the recursion enter the
 * key, without lines, because chance decides where the stack overflows.
 */
export function foldLoops(
  frames: readonly Call[],
  { isOverflow, isShort }: StackTraits,
): ReadonlyMap<string, string> {
  const countedCalls = new Map(frames.map(({ call, signature }) => [call, signature]));
  if (countedCalls.size === frames.length) return countedCalls;
  const calls = frames.map(({ call }) => call);
  const loops = findLoops(calls);
  const isCut = (loop: Loop): boolean =>
    loop.start === 0 || (isShort && isRecursion(frames.slice(loop.start, loop.end + 1)));
  const loop = findLongest(isOverflow ? loops : loops.filter(isCut));
  if (!loop) return countedCalls;
  const { start, end } = loop;
  const members = [...new Set(calls.slice(start, end + 1))].toSorted();
  if (isOverflow) return new Map(members.map((call) => [call, call]));
  return new Map(
    [...members, ...calls.slice(end + 1)].map((call) => [call, countedCalls.get(call)!]),
  );
}

/**
 * True when each call appears at least twice on average, and the first call has a name. A wrapper
 * that is called several times is no recursion, because different calls stand between its calls.
 */
function isRecursion(loop: readonly Call[]): boolean {
  return loop[0]!.name !== '' && loop.length >= 2 * new Set(loop.map(({ call }) => call)).size;
}

/** Finds ranges from the first to the last occurrence of a call, and merges ranges that overlap. */
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

function findLongest(loops: readonly Loop[]): Loop | undefined {
  return loops.toSorted((one, other) => other.end - other.start - (one.end - one.start))[0];
}
