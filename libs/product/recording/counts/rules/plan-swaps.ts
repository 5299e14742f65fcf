/** A name in a bounded list, or one that waits for a place in it. */
export interface RankedName {
  readonly events: number;
}

export interface Swaps<Name> {
  readonly leaving: readonly Name[];
  readonly entering: readonly Name[];
}

/**
 * Decides which names get a place in a list with `room` free places (negative when it has too many
 * names), and which lose theirs. In a full list the name with the fewest events yields to one with
 * more. `placed` begins with the fewest events, `waiting` with the most.
 */
export function planSwaps<Name extends RankedName>(
  placed: readonly Name[],
  waiting: readonly Name[],
  room: number,
): Swaps<Name> {
  const leaving = placed.slice(0, Math.max(0, -room));
  const entering = waiting.slice(0, Math.max(0, room));
  const [yielding, newcomers] = [placed.slice(leaving.length), waiting.slice(entering.length)];
  const swapped = newcomers.findIndex(
    ({ events }, at) => events <= (yielding[at]?.events ?? Infinity),
  );
  const swaps = swapped === -1 ? newcomers.length : swapped;
  return {
    leaving: [...leaving, ...yielding.slice(0, swaps)],
    entering: [...entering, ...newcomers.slice(0, swaps)],
  };
}
