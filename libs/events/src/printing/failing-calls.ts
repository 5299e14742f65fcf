import type { ExceptionValue, NormalisedEvent, StackFrame } from '#shared';
import { countBytes, cutToBytes, fitLines, toBlock, toCode } from './markdown-text.ts';

/** As many calls of the exception that surfaced, and of each of its causes. */
const CALLS = { surfaced: 5, cause: 2 };
const LINES_AROUND = 3;
const LINE_BYTES = 160;
const VARIABLES_BYTES = 1200;

/**
 * The calls at which the event failed, each with its code and variables: the application's own first, the failing one
 * before its callers, and the exception that surfaced before its causes. Libraries stand here only where there is nothing
 * else. Calls without code and variables are left to the stack trace.
 */
export function listFailingCalls(event: NormalisedEvent, mostBytes: number): readonly string[] {
  const { exceptions, stack = [] } = event;
  const stacks = exceptions.length > 0 ? exceptions.toReversed() : [{ frames: stack }];
  const calls = stacks.flatMap((exception, index) =>
    pickFrames(exception.frames, index === 0 ? CALLS.surfaced : CALLS.cause).map((frame) =>
      toCall(frame, index === 0 ? undefined : (exception as ExceptionValue)),
    ),
  );
  let bytes = 0;
  return calls.filter((call) => {
    const size = countBytes(call) + 2;
    const hasRoom = bytes + size <= mostBytes;
    if (hasRoom) bytes += size;
    return hasRoom;
  });
}

function pickFrames(frames: readonly StackFrame[], most: number): readonly StackFrame[] {
  const told = frames.filter(isTold).toReversed();
  const own = told.filter(({ inApp }) => inApp);
  return own.length > 0 ? own.slice(0, most) : told.slice(0, 1);
}

function isTold({ contextLine, vars }: StackFrame): boolean {
  return contextLine !== undefined || (vars !== undefined && Object.keys(vars).length > 0);
}

function toCall(frame: StackFrame, cause: ExceptionValue | undefined): string {
  const of = cause ? `, of ${toCode(`${cause.type}: ${cause.value}`, LINE_BYTES)}` : '';
  const whose = frame.inApp ? '' : ', in a library';
  const texts = [listCode(frame), listVariables(frame)].filter((lines) => lines.length > 0);
  const block = toBlock(texts.map((lines) => lines.join('\n')).join('\n\n'));
  return `In ${toCode(toPlace(frame), LINE_BYTES)}${of}${whose}:\n\n${block}`;
}

function toPlace({ function: name = '?', filename, absPath, module, line }: StackFrame): string {
  const file = filename ?? absPath ?? module ?? '?';
  return `${name} (${line === undefined ? file : `${file}:${line}`})`;
}

function listCode(frame: StackFrame): readonly string[] {
  const { line = 0, contextLine, preContext = [], postContext = [] } = frame;
  if (contextLine === undefined) return [];
  const before = preContext.slice(-LINES_AROUND);
  const all = [...before, contextLine, ...postContext.slice(0, LINES_AROUND)];
  const first = line - before.length;
  const width = String(first + all.length - 1).length;
  return all.map((text, index) => {
    const number = String(first + index).padStart(width);
    const mark = index === before.length ? '>' : ' ';
    return cutToBytes(`${mark} ${line === 0 ? '' : `${number} | `}${text}`, LINE_BYTES);
  });
}

function listVariables({ vars = {} }: StackFrame): readonly string[] {
  const lines = Object.entries(vars).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return cutToBytes(`${name} = ${text.replaceAll(/\s+/g, ' ')}`, LINE_BYTES);
  });
  return fitLines(lines, VARIABLES_BYTES);
}
