import { endWithNpm } from './signals.mjs';

/** What stops a command for a reason its user can act on: one line, no stack. */
export class Failure extends Error {
  /** @param {string} line @param {string} [output] what the failed tool printed, shown above the line */
  constructor(line, output = '') {
    super(line);
    this.output = output;
  }
}

/** Prints why a command ends. A fault of ours keeps its stack. */
export function reportFailure(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.output.trim() !== '') process.stderr.write(`${error.output.trimEnd()}\n`);
  console.error(`errata: ${error.message}`);
}

/** Runs a command to its end; on failure prints one clear line and exits 1. */
export async function runCommand(command) {
  endWithNpm();
  try {
    await command();
  } catch (error) {
    reportFailure(error);
    process.exitCode = 1;
  }
}
