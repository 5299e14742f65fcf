import type { StackFrame } from '#shared';
import { costOfCode, costOfLine, costOfVars } from './trace-cost.ts';

/** What has a trace: an exception, a thread. */
interface Traced {
  readonly frames: readonly StackFrame[];
}

interface TraceBounds<Item> {
  /** Stands before all others. */
  readonly failing: StackFrame | undefined;
  readonly maxBytes: number;
  readonly maxFrames: number;
  /** Of an item without its frames. */
  readonly costOfHead: (item: Item) => number;
}

export interface BoundedTraces<Item> {
  readonly kept: readonly Item[];
  /** Where those that are kept stood among all. */
  readonly places: readonly number[];
  readonly itemsLeft: number;
  readonly framesShown: number;
  readonly framesLeft: number;
  readonly detailsLeft: number;
}

/**
 * The frames that fit: those of the failing item come first, the failing frame before all others. Those of the
 * other items follow, the last item first, the newest call of each first. All of them fit as lines; then, in that
 * order, their code and their variables.
 */
export function boundTraces<Item extends Traced>(
  items: readonly Item[],
  { failing, maxBytes, maxFrames, costOfHead }: TraceBounds<Item>,
): BoundedTraces<Item> {
  const budget = new Budget(maxBytes);
  const isFailing = ({ frames }: Item): boolean => frames.includes(failing as never);
  const ranked = items
    .toReversed()
    .toSorted((one, other) => Number(isFailing(other)) - Number(isFailing(one)));
  const heads = new Set(ranked.filter((item) => budget.takes(costOfHead(item))));
  const frames = ranked
    .filter((item) => heads.has(item))
    .flatMap((item) => item.frames.toReversed())
    .toSorted((one, other) => Number(other === failing) - Number(one === failing));
  const shown = new Map<StackFrame, StackFrame>();
  const failingDetails = failing && takeDetails(failing, budget);
  for (const frame of frames.slice(0, maxFrames)) {
    if (!budget.takes(costOfLine(frame))) break;
    shown.set(frame, frame === failing && failingDetails ? failingDetails : toLine(frame));
  }
  for (const frame of shown.keys()) {
    if (frame !== failing) shown.set(frame, takeDetails(frame, budget));
  }
  const kept = items.filter((item) => heads.has(item));
  const all = items.reduce((sum, item) => sum + item.frames.length, 0);
  return {
    kept: kept.map((item) => ({
      ...item,
      frames: item.frames.flatMap((frame) => shown.get(frame) ?? []),
    })),
    places: kept.map((item) => items.indexOf(item)),
    itemsLeft: items.length - kept.length,
    framesShown: shown.size,
    framesLeft: all - shown.size,
    detailsLeft: [...shown].filter(([whole, some]) => hasLost(whole, some)).length,
  };
}

/** Bytes that are given away until they are spent. */
class Budget {
  constructor(private left: number) {}

  takes(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }
}

/** A frame with its code and its variables, as far as there is room for either. */
function takeDetails(frame: StackFrame, budget: Budget): StackFrame {
  const { contextLine, preContext, postContext, vars } = frame;
  const hasCode = contextLine !== undefined && budget.takes(costOfCode(frame));
  const hasVars = vars !== undefined && budget.takes(costOfVars(frame));
  return {
    ...toLine(frame),
    ...(hasCode && { contextLine }),
    ...(hasCode && preContext && { preContext }),
    ...(hasCode && postContext && { postContext }),
    ...(hasVars && { vars }),
  };
}

/** Without its code and its variables. */
function toLine({
  contextLine: _line,
  preContext: _before,
  postContext: _after,
  vars: _vars,
  ...line
}: StackFrame): StackFrame {
  return line;
}

function hasLost(whole: StackFrame, some: StackFrame): boolean {
  return whole.contextLine !== some.contextLine || whole.vars !== some.vars;
}
