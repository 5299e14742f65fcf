interface Loop {
  readonly start: number;
  readonly end: number;
}

/** A frame as a recursion has it. */
interface Call {
  /** The same for all lines of one function. */
  readonly call: string;
  readonly signature: string;
  readonly name: string;
}

/** What is known of a stack. */
export interface StackTraits {
  /** A recursion filled it. */
  readonly isOverflow: boolean;
  /** Its engine keeps the newest calls alone: Node.js 10, browsers 50. */
  readonly isShort: boolean;
}

/**
 * What the calls of a stack tell, outermost first, by call. Each recursion tells as if it went round once, with the newest
 * line of each call: it then is the same at any depth. Where the engine keeps few calls, or the stack begins within a loop,
 * it is chance who called the recursion and with which member it began: its members stand in the order of the alphabet,
 * without callers. Of a stack that overflowed the recursion alone tells, without lines, since it is chance where it ended.
 */
export function foldLoops(
  frames: readonly Call[],
  { isOverflow, isShort }: StackTraits,
): ReadonlyMap<string, string> {
  const told = new Map(frames.map(({ call, signature }) => [call, signature]));
  if (told.size === frames.length) return told;
  const calls = frames.map(({ call }) => call);
  const loops = findLoops(calls);
  const isCut = (loop: Loop): boolean =>
    loop.start === 0 || (isShort && isRecursion(frames.slice(loop.start, loop.end + 1)));
  const loop = findLongest(isOverflow ? loops : loops.filter(isCut));
  if (!loop) return told;
  const { start, end } = loop;
  const members = [...new Set(calls.slice(start, end + 1))].toSorted();
  if (isOverflow) return new Map(members.map((call) => [call, call]));
  return new Map([...members, ...calls.slice(end + 1)].map((call) => [call, told.get(call)!]));
}

/** Its calls have names, and it went round twice: what wraps several calls of a program is met as often as it wraps one. */
function isRecursion(loop: readonly Call[]): boolean {
  return loop[0]!.name !== '' && loop.length >= 2 * new Set(loop.map(({ call }) => call)).size;
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

function findLongest(loops: readonly Loop[]): Loop | undefined {
  return loops.toSorted((one, other) => other.end - other.start - (one.end - one.start))[0];
}
