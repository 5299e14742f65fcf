import type { NormalisedEvent, StackFrame } from '#shared';
import type { TraceStyle } from './nested-trace.ts';

const PLAIN: TraceStyle = {
  printFrame: (frame) => [`    ${withPlace(frame, positionOf(frame))}`],
  cause: 'Caused by: ',
  suppressed: 'Suppressed: ',
  indent: '    ',
};

const JAVA: TraceStyle = {
  printFrame: (frame) => [
    `\tat ${frame.function ?? 'unknown'}(${joinPlace(frame.filename, frame.line) || 'Unknown Source'})`,
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

const STYLES: Readonly<Record<string, TraceStyle | 'python'>> = {
  python: 'python',
  java: JAVA,
  javascript: JAVASCRIPT,
  node: JAVASCRIPT,
  go: GO,
  rust: RUST,
  csharp: CSHARP,
};

/** How the language of an event prints its traces. Rust's SDK calls its platform native. */
export function styleOf({
  platform,
  sdk,
}: Pick<NormalisedEvent, 'platform' | 'sdk'>): TraceStyle | 'python' {
  const language = sdk?.name.startsWith('sentry.rust') ? 'rust' : platform;
  return Object.hasOwn(STYLES, language) ? STYLES[language]! : PLAIN;
}

function pathOf({ absPath, filename }: StackFrame): string | undefined {
  return absPath ?? filename;
}

/** `/srv/app.js:12:7`; what a native call is of, where no file is known. */
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
