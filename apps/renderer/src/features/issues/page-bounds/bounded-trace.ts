import { issueLimits } from '#shared';
import type { ExceptionValue, StackFrame } from '#shared';
import { costOfFact } from './bounded-list.ts';
import { costOfText, fitText } from './document-cost.ts';

export interface BoundedTrace {
  readonly exceptions: readonly ExceptionValue[];
  readonly exceptionsLeft: number;
  readonly framesLeft: number;
  readonly detailsLeft: number;
}

/** Markup around what is shown. */
const EXCEPTION_BYTES = 700;
const FRAME_BYTES = 700;
const CODE_BYTES = 900;
const LINE_BYTES = 90;
const VARIABLES_BYTES = 750;

/** Of what an exception says. */
const VALUE_BYTES = 8000;
/** Of a name or a path: a thousand plain letters. */
const NAME_BYTES = 3000;

export function fitExceptionValue(value: string): string {
  return fitText(value, VALUE_BYTES);
}

function fitName(name: string): string {
  return fitText(name, NAME_BYTES);
}

/** With names, paths and values as long as a page bears them. */
export function fitTrace(exceptions: readonly ExceptionValue[]): readonly ExceptionValue[] {
  return exceptions.map(({ type, value, module, frames, ...exception }) => ({
    ...exception,
    type: fitName(type),
    value: fitExceptionValue(value),
    ...(module === undefined ? {} : { module: fitName(module) }),
    frames: frames.map(fitFrame),
  }));
}

function fitFrame(frame: StackFrame): StackFrame {
  const { function: name, module, filename, absPath } = frame;
  return {
    ...frame,
    ...(name === undefined ? {} : { function: fitName(name) }),
    ...(module === undefined ? {} : { module: fitName(module) }),
    ...(filename === undefined ? {} : { filename: fitName(filename) }),
    ...(absPath === undefined ? {} : { absPath: fitName(absPath) }),
  };
}

export function costOfTrace(exceptions: readonly ExceptionValue[]): number {
  const frames = exceptions.flatMap((exception) => exception.frames);
  return (
    exceptions.reduce((sum, exception) => sum + costOfHead(exception), 0) +
    frames.reduce(
      (sum, frame) => sum + costOfLine(frame) + costOfCode(frame) + costOfVars(frame),
      0,
    )
  );
}

function costOfHead({ type, value, module, mechanism }: ExceptionValue): number {
  return (
    EXCEPTION_BYTES +
    costOfText(type) +
    costOfText(value) +
    costOfText(module) +
    costOfText(mechanism?.type)
  );
}

function costOfLine(frame: StackFrame): number {
  const { function: name, module, filename, absPath } = frame;
  return [name, module, filename, absPath].reduce(
    (sum: number, text) => sum + costOfText(text),
    FRAME_BYTES,
  );
}

function costOfCode({
  preContext = [],
  contextLine,
  postContext = [],
  filename,
}: StackFrame): number {
  if (contextLine === undefined) return 0;
  const lines = [...preContext, contextLine, ...postContext];
  // The region of the code is named by its file.
  const around = CODE_BYTES + costOfText(filename);
  return lines.reduce((sum, line) => sum + LINE_BYTES + costOfText(line), around);
}

function costOfVars({ vars }: StackFrame): number {
  if (!vars) return 0;
  return Object.entries(vars).reduce((sum, fact) => sum + costOfFact(fact), VARIABLES_BYTES);
}

/**
 * The frames of a chain that fit: at most `issueLimits.framesShown` frames. Frames of the failing exception
 * come first, the failing frame before all others. Those of the other exceptions follow, the last surfaced first, the newest call
 * of each first. All of them fit as lines; then, in that order, their code and their variables.
 */
export function boundTrace(
  exceptions: readonly ExceptionValue[],
  failing: StackFrame | undefined,
  maxBytes: number,
): BoundedTrace {
  const budget = new Budget(maxBytes);
  const surfacedFirst = exceptions.toReversed();
  const isFailing = ({ frames }: ExceptionValue): boolean => frames.includes(failing as never);
  const ranked = surfacedFirst.toSorted(
    (one, other) => Number(isFailing(other)) - Number(isFailing(one)),
  );
  const heads = new Set(ranked.filter((exception) => budget.takes(costOfHead(exception))));
  const frames = ranked
    .filter((exception) => heads.has(exception))
    .flatMap((exception) => exception.frames.toReversed())
    .toSorted((one, other) => Number(other === failing) - Number(one === failing));
  const shown = new Map<StackFrame, StackFrame>();
  const failingDetails = failing && takeDetails(failing, budget);
  for (const frame of frames.slice(0, issueLimits.framesShown)) {
    if (!budget.takes(costOfLine(frame))) break;
    shown.set(frame, frame === failing && failingDetails ? failingDetails : toLine(frame));
  }
  for (const frame of shown.keys()) {
    if (frame !== failing) shown.set(frame, takeDetails(frame, budget));
  }
  const kept = exceptions
    .filter((exception) => heads.has(exception))
    .map((exception) => ({
      ...exception,
      frames: exception.frames.flatMap((frame) => shown.get(frame) ?? []),
    }));
  const all = exceptions.reduce((sum, exception) => sum + exception.frames.length, 0);
  return {
    exceptions: kept,
    exceptionsLeft: exceptions.length - kept.length,
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
