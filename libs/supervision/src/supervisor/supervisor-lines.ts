export interface SupervisorLinesOptions {
  /** As LOG_FORMAT says it; absent: by where the services' lines go. */
  readonly format: string | undefined;
  /** Of the standard output. */
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

/**
 * Has the supervisor say its lines in the form in which its services write theirs (`#telemetry`): JSON where nobody
 * reads them at a terminal, or as LOG_FORMAT says.
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

/** To the standard error of this process. */
export function sayOnStandardError(): (line: string) => void {
  return createSupervisorLines({
    format: process.env['LOG_FORMAT'],
    isTerminal: process.stdout.isTTY,
    write: (text) => void process.stderr.write(text),
  });
}
