import { join } from 'node:path';
import { Program } from '../../../../scripts/support/program.mjs';
import { root } from '../../../../scripts/support/root.mjs';

const ENTRY = join(root, 'dist/apps/monitoring-relay/src/errata.js');

/** Runs the built `errata` command directly, so that npm does not add lines to the output. */
export function startCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program {
  return new Program([process.execPath, ENTRY, ...args], {
    env: { ...process.env, NODE_OPTIONS: '', INIT_CWD: '', ...env },
  });
}

export interface CommandEnd {
  readonly code: number | string;
  readonly output: string;
  readonly errors: string;
}

export async function runCommand(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<CommandEnd> {
  const command = startCommand(args, env);
  const code = await command.untilEnded();
  return { code, output: command.output, errors: command.errors };
}
