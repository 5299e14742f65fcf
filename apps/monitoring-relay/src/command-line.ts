import { constants } from 'node:os';
import { resolve } from 'node:path';
import { describeBackup } from './backup/describe-backup.ts';
import { makeBackup } from './backup/make-backup.ts';
import type { BackupSource } from './backup/required-data.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { toCommandFault } from './backup/command-fault.ts';
import { parseCommandRequest } from './command-request.ts';
import type { CommandRequest } from './command-request.ts';
import { readRelayConfig } from './config/relay-config.ts';
import { listUsage, shrink } from './space/space-commands.ts';
import { explainEvent } from './source-maps/explain-event.ts';
import { makeResetLink } from './tokens/make-reset-link.ts';
import { makeToken } from './tokens/make-token.ts';
import { USAGE } from './usage.ts';

const COMMANDS: Readonly<
  Record<CommandRequest['command'], (request: CommandRequest) => Promise<void>>
> = {
  token: printToken,
  'reset-link': printResetLink,
  explain,
  backup: backUp,
  restore,
  usage,
  shrink: shrinkAll,
  version: printVersion,
};

async function run(asked: ReturnType<typeof parseCommandRequest>): Promise<void> {
  if (asked === 'help') process.stdout.write(USAGE);
  else if ('command' in asked) await COMMANDS[asked.command](asked);
  else {
    process.stderr.write(asked.problem === '' ? USAGE : `errata: ${asked.problem}\n\n${USAGE}`);
    process.exitCode = 1;
  }
}

async function backUp({ argument }: CommandRequest): Promise<void> {
  const { place, hasSecret } = readSettings();
  const path = locate(argument);
  const manifest = await makeBackup(place, path);
  tell(`Backed up into ${path}.`, describeBackup(manifest, hasSecret));
}

async function restore({ argument }: CommandRequest): Promise<void> {
  const { place, hasSecret } = readSettings();
  const manifest = await restoreBackup(place, locate(argument));
  tell(`Restored into ${place.dataDir}.`, describeBackup(manifest, hasSecret));
}

async function usage(): Promise<void> {
  const [first = '', ...lines] = await listUsage(readSettings().place);
  tell(first, lines);
}

async function shrinkAll(): Promise<void> {
  tell('Written anew.', await shrink(readSettings().place));
}

async function printToken({ name, scope }: CommandRequest): Promise<void> {
  const { token, about } = await makeToken(readSettings().place, { name, scopes: scope });
  tell(about, [token]);
}

async function printResetLink({ argument: address }: CommandRequest): Promise<void> {
  const { secret, delivery } = readRelayConfig(process.env);
  const { publicUrl } = delivery;
  tell(await makeResetLink(readSettings().place, { address, publicUrl, secret }), []);
}

async function explain({ argument }: CommandRequest): Promise<void> {
  const [first = '', ...lines] = await explainEvent(readSettings().place, argument);
  tell(first, lines);
}

async function printVersion(): Promise<void> {
  tell(`errata ${readRelayConfig({}).version}`, []);
}

/**
 * Resolves a folder against the operator's working folder. `process.cwd()` would be wrong, because
 * npm runs commands in the folder of package.json.
 */
function locate(folder: string): string {
  return resolve(process.env['INIT_CWD'] ?? '.', folder);
}

/**
 * Ignores DATABASE_URL in mode `forward`, because a forwarding relay has no database. The variable
 * may be set for other services.
 */
function readSettings(): { place: BackupSource; hasSecret: boolean } {
  const { dataDir, databaseUrl, mode, secret, version } = readRelayConfig(process.env);
  const hasDatabase = mode !== 'forward';
  const url = hasDatabase && databaseUrl !== undefined ? { databaseUrl } : {};
  return { place: { dataDir, version, hasDatabase, ...url }, hasSecret: secret !== undefined };
}

function tell(what: string, lines: readonly string[]): void {
  process.stdout.write(`${[what, ...lines].join('\n')}\n`);
}

function endOnSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  process.stderr.write('errata: the command was stopped before it was done\n');
  process.exit(128 + constants.signals[signal]);
}

// Makes new files readable by their owner only.
process.umask(0o077);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endOnSignal);
try {
  await run(parseCommandRequest(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`errata: ${toCommandFault(error)}\n`);
  process.exitCode = 1;
}
