import type { ExceptionNode, ExceptionValue, StackFrame } from '#shared';
import { printHead } from './trace-head.ts';

/**
 * Prints an exception like `Exception::__toString` of PHP 8: causes first. A line contains the
 * place of a call and the function called at that place. The place of a frame is therefore printed
 * with the function of the next newer frame.
 */
export function printPhpTrace(node: ExceptionNode): readonly string[] {
  return listCausesFirst(node).flatMap(({ exception }, index) => {
    const [head = '', ...rest] = printOne(exception);
    return index === 0 ? [head, ...rest] : ['', `Next ${head}`, ...rest];
  });
}

function listCausesFirst(node: ExceptionNode): readonly ExceptionNode[] {
  return [...[...node.causes, ...node.within].flatMap(listCausesFirst), node];
}

function printOne(exception: ExceptionValue): readonly string[] {
  const newestFirst = exception.frames.toReversed();
  const [newest] = newestFirst;
  const head = printHead(exception);
  if (!newest) return head.split('\n');
  const at = placeOf(newest, ':');
  const calls = newestFirst.slice(0, -1).map((frame, index) => {
    const caller = newestFirst[index + 1]!;
    return `#${index} ${placeOf(caller, '(') || '[internal function]'}: ${nameOf(frame)}()`;
  });
  const oldest = newestFirst.at(-1)!;
  const end = oldest.function === undefined ? '{main}' : `[internal function]: ${nameOf(oldest)}()`;
  return [
    ...`${head}${at === '' ? '' : ` in ${at}`}`.split('\n'),
    'Stack trace:',
    ...calls,
    `#${calls.length} ${end}`,
  ];
}

function placeOf({ absPath, filename, line }: StackFrame, mark: ':' | '('): string {
  const path = absPath ?? filename ?? '';
  if (path === '' || line === undefined) return path;
  return mark === ':' ? `${path}:${line}` : `${path}(${line})`;
}

function nameOf({ function: name = 'unknown' }: StackFrame): string {
  return name;
}
