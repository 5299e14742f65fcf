import { endWithNpm } from './signals.mjs';

/**
 * An error that the user of a command can do something about. Printed as one line without a stack.
 */
export class Failure extends Error {
  /**
   * @param {string} line
   * @param {string} [output] output of the failed tool, shown above the line
   */
  constructor(line, output = '') {
    super(line);
    this.output = output;
  }
}

/** Prints why a command ends. Only an error that is no `Failure` shows its stack. */
export function reportFailure(error) {
  if (!(error instanceof Failure)) {
    console.error(error);
    return;
  }
  if (error.output.trim() !== '') process.stderr.write(`${error.output.trimEnd()}\n`);
  console.error(`errata: ${error.message}`);
}

/** Runs a command to its end. An error is printed and sets the exit code to 1. */
export async function runCommand(command) {
  endWithNpm();
  try {
    await command();
  } catch (error) {
    reportFailure(error);
    process.exitCode = 1;
  }
}
