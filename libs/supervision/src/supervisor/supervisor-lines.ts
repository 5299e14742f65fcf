export interface SupervisorLinesOptions {
  /** Value of LOG_FORMAT. When absent, `isTerminal` decides. */
  readonly format: string | undefined;
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

/**
 * Creates the writer of the supervisor's lines. The format is the same as for the services' log
 * lines. LOG_FORMAT sets the format. Without LOG_FORMAT, lines are text at a terminal and JSON
 * elsewhere.
 */
export function createSupervisorLines({
  format,
  isTerminal,
  write,
}: SupervisorLinesOptions): (line: string) => void {
  const isText = (format || (isTerminal ? 'text' : 'json')) === 'text';
  if (isText) return (line) => write(`errata: ${line}\n`);
  const { pid } = process;
  return (msg) => {
    const time = new Date().toISOString();
    write(`${JSON.stringify({ level: 'warn', time, service: 'supervisor', pid, msg })}\n`);
  };
}

export function sayOnStandardError(): (line: string) => void {
  return createSupervisorLines({
    format: process.env['LOG_FORMAT'],
    isTerminal: process.stdout.isTTY,
    write: (text) => void process.stderr.write(text),
  });
}
