import type { ExceptionValue, JsonValue, NormalisedEvent, StackFrame } from '#shared';
import { countBytes, cutToBytes, fitLines, toBlock, toCode } from './markdown-text.ts';

const CALLS = 8;
const LINES_AROUND = 3;
const LINE_BYTES = 160;
/** Characters kept before the failing column when a long line is cut. */
const COLUMN_AT = 60;

interface Call {
  readonly frame: StackFrame;
  /** Absent for the exception that surfaced. */
  readonly cause?: ExceptionValue;
}

/**
 * Lists the calls at which the event failed, each with code and variables, within `mostBytes`.
 *
 * The failing call of each exception comes first, followed by its callers. A library call appears
 * only when its exception has no application call. Calls without code and variables are left out.
 */
export function listFailingCalls(event: NormalisedEvent, mostBytes: number): readonly string[] {
  const calls = pickCalls(event);
  const printed = calls.map((call, index) => {
    // The first call may take half of the bytes. Each other call may take an equal share, but at
    // least a quarter.
    const share = index === 0 ? mostBytes / 2 : mostBytes / Math.min(4, calls.length);
    return printCall(call, share);
  });
  let bytes = 0;
  return printed.filter((call) => {
    const size = countBytes(call) + 2;
    const hasRoom = bytes + size <= mostBytes;
    if (hasRoom) bytes += size;
    return hasRoom;
  });
}

function pickCalls({ exceptions, stack = [] }: NormalisedEvent): readonly Call[] {
  const stacks = exceptions.length > 0 ? exceptions.toReversed() : [{ frames: stack }];
  const calls = stacks.map((exception, index) =>
    pickFrames(exception.frames).map((frame): Call =>
      index === 0 ? { frame } : { frame, cause: exception as ExceptionValue },
    ),
  );
  // Takes the failing calls of all exceptions first, because they are more useful than the callers
  // of one exception.
  const depth = Math.max(0, ...calls.map(({ length }) => length));
  const ranks = Array.from({ length: depth }, (_, rank) => rank);
  return ranks.flatMap((rank) => calls.flatMap((each) => each[rank] ?? [])).slice(0, CALLS);
}

function pickFrames(frames: readonly StackFrame[]): readonly StackFrame[] {
  const detailed = frames.filter(hasDetails).toReversed();
  const own = detailed.filter(({ inApp }) => inApp);
  return own.length > 0 ? own.slice(0, CALLS) : detailed.slice(0, 1);
}

function hasDetails({ contextLine, vars }: StackFrame): boolean {
  return contextLine !== undefined || (vars !== undefined && Object.keys(vars).length > 0);
}

/** Always prints the code; the variables get the remaining bytes. */
function printCall({ frame, cause }: Call, mostBytes: number): string {
  const of = cause ? `, of ${toCode(`${cause.type}: ${cause.value}`, LINE_BYTES)}` : '';
  const whose = frame.inApp ? '' : ', in a library';
  const head = `In ${toCode(toPlace(frame), LINE_BYTES)}${of}${whose}:`;
  const code = listCode(frame);
  const room = mostBytes - countBytes([head, ...code].join('\n')) - 30;
  const variables = room > 0 ? fitLines(listVariables(frame), room) : [];
  const texts = [code, variables].filter((lines) => lines.length > 0);
  return `${head}\n\n${toBlock(texts.map((lines) => lines.join('\n')).join('\n\n'))}`;
}

function toPlace({ function: name = '?', filename, absPath, module, line }: StackFrame): string {
  const file = filename ?? absPath ?? module ?? '?';
  return `${name} (${line === undefined ? file : `${file}:${line}`})`;
}

function listCode(frame: StackFrame): readonly string[] {
  const { line = 0, column = 0, contextLine, preContext = [], postContext = [] } = frame;
  if (contextLine === undefined) return [];
  const before = preContext.slice(-LINES_AROUND);
  const all = [...before, toColumn(contextLine, column), ...postContext.slice(0, LINES_AROUND)];
  const first = line - before.length;
  const width = String(first + all.length - 1).length;
  return all.map((text, index) => {
    const number = String(first + index).padStart(width);
    const mark = index === before.length ? '>' : ' ';
    return cutToBytes(`${mark} ${line === 0 ? '' : `${number} | `}${text}`, LINE_BYTES);
  });
}

function toColumn(text: string, column: number): string {
  const start = text.length > LINE_BYTES && column > COLUMN_AT ? column - COLUMN_AT : 0;
  return start === 0 ? text : `…${text.slice(start)}`.toWellFormed();
}

/**
 * Puts quotes around texts, to tell them from numbers. Marks such as `<undefined>` stand for values
 * that JSON lacks, and get no quotes.
 */
function printValue(value: JsonValue): string {
  const isMark = typeof value === 'string' && /^<[\w .]{1,30}>$/.test(value);
  return isMark ? value : JSON.stringify(value);
}

function listVariables({ vars = {} }: StackFrame): readonly string[] {
  return Object.entries(vars).map(([name, value]) => {
    return cutToBytes(`${name} = ${printValue(value)}`.replaceAll(/\s+/g, ' '), LINE_BYTES);
  });
}
