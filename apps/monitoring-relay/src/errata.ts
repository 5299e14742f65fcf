import { constants } from 'node:os';
import { resolve } from 'node:path';
import { describeBackup } from './backup/describe-backup.ts';
import { makeBackup } from './backup/make-backup.ts';
import type { BackupSource } from './backup/make-backup.ts';
import type { Manifest } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore-backup.ts';
import { toCommandFault } from './backup/command-fault.ts';
import { readRelayConfig } from './config/relay-config.ts';

const USAGE = `Usage:
  npm run errata -- backup <folder>    copies databases, spools and secret there, while Errata runs
  npm run errata -- restore <folder>   makes an installation of such a copy, where DATA_DIR and DATABASE_URL say
`;

/** What an operator asks for besides starting it. */
async function run(command: string | undefined, folder: string | undefined): Promise<void> {
  if (folder === undefined || (command !== 'backup' && command !== 'restore')) {
    process.stderr.write(USAGE);
    process.exitCode = 1;
    return;
  }
  const config = readPlace();
  // npm runs commands in the folder of package.json.
  const path = resolve(process.env['INIT_CWD'] ?? '.', folder);
  if (command === 'backup') tell(`Backed up into ${path}.`, await makeBackup(config, path));
  else tell(`Restored into ${config.dataDir}.`, await restoreBackup(config, path));
}

/** A relay that forwards alone uses no database, whoever else the environment names one to. */
function readPlace(): BackupSource {
  const { dataDir, databaseUrl, mode, version } = readRelayConfig(process.env);
  const hasUrl = databaseUrl !== undefined && mode !== 'forward';
  return { dataDir, version, ...(hasUrl ? { databaseUrl } : {}) };
}

function tell(what: string, manifest: Manifest): void {
  process.stdout.write(`${[what, ...describeBackup(manifest)].join('\n')}\n`);
}

/** What is half done is taken back at the exit. */
function endOnSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void {
  process.stderr.write('errata: stopped before it was done\n');
  process.exit(128 + constants.signals[signal]);
}

// What it writes is for the eyes of its owner.
process.umask(0o077);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endOnSignal);
const [command, folder] = process.argv.slice(2);
try {
  await run(command, folder);
} catch (error) {
  process.stderr.write(`errata: ${toCommandFault(error)}\n`);
  process.exitCode = 1;
}
