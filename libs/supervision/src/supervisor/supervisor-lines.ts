export interface SupervisorLinesOptions {
  /** LOG_FORMAT; when absent, the standard output decides. */
  readonly format: string | undefined;
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

/**
 * Creates the writer of the supervisor's lines. The lines have the services' format (`#telemetry`):
 * text at a terminal, JSON elsewhere, or what LOG_FORMAT says.
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
