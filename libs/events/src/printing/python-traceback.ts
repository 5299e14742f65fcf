import type { ExceptionNode, ExceptionValue, StackFrame } from '#shared';
import { printHead } from './trace-head.ts';

const CAUSE = 'The above exception was the direct cause of the following exception:';
const CONTEXT = 'During handling of the above exception, another exception occurred:';

/**
 * Prints a traceback like `traceback.TracebackException.format` of CPython 3.14: most recent call
 * last, causes first, members of a group in boxes.
 */
export function printTraceback(node: ExceptionNode): readonly string[] {
  const printer = new TracebackPrinter();
  printer.print(node);
  return printer.lines;
}

class TracebackPrinter {
  readonly lines: string[] = [];
  private depth = 0;
  /**
   * True when the box still needs a closing line. The closing line of a nested group also closes
   * the group around it.
   */
  private needsClose = false;

  print(node: ExceptionNode): void {
    for (const cause of node.causes) {
      this.print(cause);
      this.write(['', cause.relation === 'context' ? CONTEXT : CAUSE, '']);
    }
    if (node.within.length > 0) this.printGroup(node);
    else this.printOne(node.exception);
  }

  private printOne(exception: ExceptionValue): void {
    const { frames } = exception;
    if (frames.length > 0) this.write(['Traceback (most recent call last):']);
    this.write(frames.flatMap(printFrame));
    this.write(printHead(exception).split('\n'));
  }

  private printGroup({ exception, within }: ExceptionNode): void {
    const isOutermost = this.depth === 0;
    if (isOutermost) this.depth = 1;
    if (exception.frames.length > 0) {
      this.write(['Exception Group Traceback (most recent call last):'], isOutermost ? '+' : '|');
    }
    this.write(exception.frames.flatMap(printFrame));
    this.write(printHead(withCount(exception, within.length)).split('\n'));
    this.needsClose = false;
    for (const [position, member] of within.entries()) {
      this.printMember(member, { position, isLast: position === within.length - 1 });
    }
    if (isOutermost) this.depth = 0;
  }

  private printMember(
    member: ExceptionNode,
    { position, isLast }: { readonly position: number; readonly isLast: boolean },
  ): void {
    if (isLast) this.needsClose = true;
    const corner = position === 0 ? '+-' : '  ';
    this.lines.push(`${this.indent()}${corner}+---------------- ${position + 1} ----------------`);
    this.depth += 1;
    this.print(member);
    if (isLast && this.needsClose) {
      this.lines.push(`${this.indent()}+------------------------------------`);
      this.needsClose = false;
    }
    this.depth -= 1;
  }

  private write(lines: readonly string[], margin = '|'): void {
    const prefix = this.depth === 0 ? '' : `${this.indent()}${margin} `;
    for (const line of lines) this.lines.push(`${prefix}${line}`);
  }

  private indent(): string {
    return ' '.repeat(2 * this.depth);
  }
}

function printFrame({ absPath, filename, module, ...frame }: StackFrame): readonly string[] {
  const path = absPath ?? filename ?? module ?? '<unknown>';
  const line = frame.line === undefined ? '' : `, line ${frame.line}`;
  const code = frame.contextLine?.trim() ?? '';
  return [
    `  File "${path}"${line}, in ${toBareName(frame.function, module)}`,
    ...(code === '' ? [] : [`    ${code}`]),
  ];
}

function toBareName(name = '<module>', module = ''): string {
  return name.startsWith(`${module}.`) ? name.slice(module.length + 1) : name;
}

/**
 * Adds the number of members, which Python prints after a group's message and the SDK does not
 * send.
 */
function withCount(exception: ExceptionValue, count: number): ExceptionValue {
  if (/\(\d+ sub-exceptions?\)$/.test(exception.value)) return exception;
  const counted = `(${count} sub-exception${count === 1 ? '' : 's'})`;
  return { ...exception, value: [exception.value, counted].filter(Boolean).join(' ') };
}
