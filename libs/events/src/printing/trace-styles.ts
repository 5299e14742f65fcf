import type { ExceptionNode, NormalisedEvent, StackFrame, ExceptionValue } from '#shared';
import { printNested, type TraceStyle } from './nested-trace.ts';
import { printPhpTrace } from './php-trace.ts';
import { printTraceback } from './python-traceback.ts';

const PLAIN: TraceStyle = {
  printFrame: (frame) => [`    ${withPlace(frame, positionOf(frame))}`],
  cause: 'Caused by: ',
  suppressed: 'Suppressed: ',
  indent: '    ',
};

const JAVA: TraceStyle = {
  printFrame: (frame) => [
    `\tat ${frame.function ?? 'unknown'}(${joinPlace(frame.filename, frame.line) || (frame.isNative ? 'Native Method' : 'Unknown Source')})`,
  ],
  cause: 'Caused by: ',
  suppressed: 'Suppressed: ',
  indent: '\t',
};

const JAVASCRIPT: TraceStyle = {
  printFrame: (frame) => [`    at ${withPlace(frame, positionOf(frame))}`],
  cause: '[cause]: ',
  suppressed: '[suppressed]: ',
  indent: '    ',
};

const GO: TraceStyle = {
  opening: ['', 'goroutine [running]:'],
  printFrame: (frame) => {
    const place = joinPlace(pathOf(frame), frame.line);
    return [`${frame.function ?? 'unknown'}(...)`, ...(place === '' ? [] : [`\t${place}`])];
  },
  cause: 'caused by: ',
  suppressed: 'suppressed: ',
  indent: '\t',
};

const RUST: TraceStyle = {
  opening: ['stack backtrace:'],
  printFrame: (frame, position) => {
    const place = positionOf(frame);
    const name = `${String(position).padStart(4)}: ${frame.function ?? '<unknown>'}`;
    return [name, ...(place === '' ? [] : [`             at ${place}`])];
  },
  cause: 'Caused by: ',
  suppressed: 'Suppressed: ',
  indent: '    ',
};

const CSHARP: TraceStyle = {
  ...PLAIN,
  printFrame: (frame) => {
    const path = pathOf(frame);
    const at = frame.line === undefined ? path : `${path}:line ${frame.line}`;
    return [`   at ${frame.function ?? 'unknown'}${path === undefined ? '' : ` in ${at}`}`];
  },
  cause: ' ---> ',
};

/** Format of the Dart VM, which pads positions to a fixed column. */
const DART: TraceStyle = {
  ...PLAIN,
  printFrame: (frame, position) => [
    `${`#${position}`.padEnd(8)}${withPlace(frame, positionOf(frame))}`,
  ],
};

/** Format of Elixir's `Exception.format`: `** (KeyError) key :a not found`. */
const ELIXIR: TraceStyle = {
  ...PLAIN,
  printHead: ({ type, value }) => (type === '' ? value : `** (${type}) ${value}`.trim()),
  printFrame: (frame) => {
    const app = frame.package === undefined ? '' : `(${frame.package}) `;
    const place = joinPlace(frame.filename ?? frame.absPath, frame.line);
    const name = frame.function ?? 'unknown';
    return [`    ${app}${place === '' ? name : `${place}: ${name}`}`];
  },
};

/**
 * Format of Swift's own backtraces, without addresses: `0 total() in Shop at /src/Cart.swift:12:3`.
 */
const SWIFT: TraceStyle = {
  ...PLAIN,
  printFrame: (frame, position) => {
    const path = pathOf(frame);
    const place = path === undefined ? '' : ` at ${joinPlace(path, frame.line, frame.column)}`;
    const image = frame.package ?? frame.module;
    return [
      `${position} ${frame.function ?? '<unknown>'}${image === undefined ? '' : ` in ${image}`}${place}`,
    ];
  },
};

type Printer = (node: ExceptionNode) => readonly string[];

const nested =
  (style: TraceStyle): Printer =>
  (node) =>
    printNested(node, style);

const PRINTERS: Readonly<Record<string, Printer>> = {
  python: printTraceback,
  php: printPhpTrace,
  ruby: printRubyTrace,
  java: nested(JAVA),
  javascript: nested(JAVASCRIPT),
  node: nested(JAVASCRIPT),
  go: nested(GO),
  rust: nested(RUST),
  csharp: nested(CSHARP),
  dart: nested(DART),
  flutter: nested(DART),
  elixir: nested(ELIXIR),
  cocoa: nested(SWIFT),
  swift: nested(SWIFT),
};

/** Rust's SDK sends the platform `native`, so events from Rust are recognised by the SDK's name. */
export function printerOf({ platform, sdk }: Pick<NormalisedEvent, 'platform' | 'sdk'>): Printer {
  const language = sdk?.name.startsWith('sentry.rust') ? 'rust' : platform;
  return Object.hasOwn(PRINTERS, language) ? PRINTERS[language]! : nested(PLAIN);
}

function pathOf({ absPath, filename }: StackFrame): string | undefined {
  return absPath ?? filename;
}

function positionOf(frame: StackFrame): string {
  const path = pathOf(frame) ?? frame.package ?? frame.module;
  return joinPlace(path, frame.line, frame.column);
}

function joinPlace(path: string | undefined, line: number | undefined, column?: number): string {
  if (path === undefined) return '';
  const numbers = line === undefined ? [] : column === undefined ? [line] : [line, column];
  return [path, ...numbers].join(':');
}

function withPlace({ function: name }: StackFrame, place: string): string {
  if (name === undefined || name === '') return place || 'unknown';
  return place === '' ? name : `${name} (${place})`;
}

/**
 * Prints an exception like `Exception#full_message` of Ruby 3.4 without colours: newest call before
 * the message, causes last.
 */
function printRubyTrace(node: ExceptionNode, lines: string[] = []): readonly string[] {
  const { exception, within, causes } = node;
  const [newest, ...callers] = exception.frames.toReversed();
  const [first = '', ...rest] = printMessage(exception);
  lines.push(
    newest ? `${toPlace(newest)}: ${first}` : first,
    ...rest,
    ...callers.map((frame) => `\tfrom ${toPlace(frame)}`),
  );
  for (const child of [...within, ...causes]) printRubyTrace(child, lines);
  return lines;
}

function printMessage({ type, value }: ExceptionValue): readonly string[] {
  if (type === '' || value === '') return [type || value || 'unhandled exception'];
  const [first = '', ...rest] = value.split('\n');
  return [`${first} (${type})`, ...rest];
}

function toPlace({ absPath, filename, line, function: name }: StackFrame): string {
  const path = absPath ?? filename ?? '(unknown)';
  const at = line === undefined ? path : `${path}:${line}`;
  return name === undefined ? at : `${at}:in '${name}'`;
}
