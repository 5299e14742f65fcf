import type { ExceptionNode, ExceptionValue, StackFrame } from '#shared';

/**
 * Prints an exception like `Exception#full_message` of Ruby 3.4 without colours: newest call before
 * the message, causes last.
 */
export function printRubyTrace({ exception, within, causes }: ExceptionNode): readonly string[] {
  const [newest, ...callers] = exception.frames.toReversed();
  const [first = '', ...rest] = printMessage(exception);
  return [
    newest ? `${toPlace(newest)}: ${first}` : first,
    ...rest,
    ...callers.map((frame) => `\tfrom ${toPlace(frame)}`),
    ...[...within, ...causes].flatMap(printRubyTrace),
  ];
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
