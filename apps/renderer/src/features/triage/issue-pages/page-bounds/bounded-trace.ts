import type { StackFrame } from '#shared';
import { costOfCode, costOfLine, costOfVars } from './trace-cost.ts';

interface Traced {
  readonly frames: readonly StackFrame[];
}

interface TraceBounds<Item> {
  readonly failing: StackFrame | undefined;
  readonly maxBytes: number;
  readonly maxFrames: number;
  readonly costOfHead: (item: Item) => number;
}

export interface BoundedTraces<Item> {
  readonly kept: readonly Item[];
  /** Indexes of the kept items in the original list. */
  readonly places: readonly number[];
  readonly itemsOmitted: number;
  readonly framesShown: number;
  readonly framesOmitted: number;
  readonly detailsOmitted: number;
}

/**
 * Chooses the frames that fit. The first bytes go to the failing frame with its code and variables,
 * then to the other frames of its item. The other items follow from the last to the first, each
 * with its newest call first. Code and variables of other frames get the remaining bytes.
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
    itemsOmitted: items.length - kept.length,
    framesShown: shown.size,
    framesOmitted: all - shown.size,
    detailsOmitted: [...shown].filter(([whole, some]) => hasLost(whole, some)).length,
  };
}

class Budget {
  constructor(private left: number) {}

  takes(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }
}

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
