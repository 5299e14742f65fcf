import { formatBytes } from '#shared';
import type { CopiedSpool, Manifest } from './manifest.ts';

export function describeBackup(
  { database, spools, files, version, takenAt }: Manifest,
  isSecretSet: boolean,
): string[] {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const hasSecret = files.some(({ path }) => path === 'secret');
  return [
    `Taken by version ${version} at ${takenAt}, ${formatBytes(bytes)} in ${files.length} files.`,
    database ? describeDatabase(database) : 'No database.',
    ...spools.map(describeSpool),
    hasSecret
      ? 'The backup contains the secret of this installation. Keep the backup from others.'
      : describeAbsentSecret(isSecretSet),
  ];
}

function describeAbsentSecret(isSecretSet: boolean): string {
  return isSecretSet
    ? 'The backup does not contain the secret. Keep ERRATA_SECRET as it is.'
    : 'The backup contains no secret. If ERRATA_SECRET was set, set the same one again. Otherwise the next start makes a new one.';
}

function describeSpool({ name, queued, owed = 0 }: CopiedSpool): string {
  const forwards = owed === 0 ? '' : `, and ${owed} wait to be forwarded`;
  return `Spool ${name}: ${queued} reports wait to be processed${forwards}.`;
}

function describeDatabase({ kind, rows }: NonNullable<Manifest['database']>): string {
  const tables = Object.values(rows);
  const sum = tables.reduce((total, count) => total + count, 0);
  const name = kind === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  const events = rows['events'] === undefined ? '' : `, ${rows['events']} events among them`;
  return `${name}: ${sum} rows in ${tables.length} tables${events}.`;
}
