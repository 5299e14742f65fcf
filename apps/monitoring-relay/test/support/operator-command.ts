import { join } from 'node:path';
import { Command } from '../../../../test/support/command.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ENTRY = join(ROOT, 'dist/apps/monitoring-relay/src/errata.js');

/** Runs the built `errata` command directly, so that npm does not add lines to the output. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Command {
  return new Command(process.execPath, [ENTRY, ...args], {
    cwd: ROOT,
    env: { NODE_OPTIONS: '', INIT_CWD: '', ...env },
  });
}

export interface CommandEnd {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const command = startCommand(args, env);
  const code = await command.closed;
  return { code, output: command.output, errors: command.errors };
}
