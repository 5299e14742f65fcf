import type { DatabaseContents } from '#persistence';

export interface CopiedFile {
  /** Within the backup. */
  readonly path: string;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
}

export interface CopiedSpool {
  /** Its folder's name. */
  readonly name: string;
  readonly version: number;
  /** Reports that wait in it to be processed. */
  readonly queued: number;
  /** Reports that wait in it to be forwarded; absent when there are none. */
  readonly owed?: number;
  readonly rows: DatabaseContents['rows'];
}

/** What a backup holds, by which it is checked. */
export interface Manifest {
  readonly format: number;
  /** Of Errata. */
  readonly version: string;
  /** ISO 8601, when it was whole. */
  readonly takenAt: string;
  /** Absent of a relay that forwards alone. */
  readonly database?: DatabaseContents;
  readonly spools: readonly CopiedSpool[];
  /** All but this one, and its checksum. */
  readonly files: readonly CopiedFile[];
}

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, unknown>>;

/** In a folder for each part; a backup may come from elsewhere, and nothing is written beside where it is restored. */
const FILE_PATH = /^(?:secret|(?:database|spool)(?:\/(?!\.\.?(?:\/|$))[^/\0]+)+)$/;
const FOLDER_NAME = /^(?!\.\.?$)[^/\0]+$/;
const SHA256 = /^[0-9a-f]{64}$/;

const isText: Check = (value) => typeof value === 'string';
const isCount: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const matches =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const isRecordOf =
  (check: Check): Check =>
  (value) =>
    isFields(value) && Object.values(value).every(check);
const isAbsentOr =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const hasFields =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isFields(value) && Object.entries(checks).every(([name, check]) => check(value[name]));

const hasFieldsOfManifest = hasFields({
  format: isCount,
  version: isText,
  takenAt: isText,
  database: isAbsentOr(
    hasFields({
      kind: matches(/^(?:sqlite|postgres)$/),
      migrations: isListOf(isText),
      rows: isRecordOf(isCount),
      columns: isAbsentOr(isRecordOf(isListOf(isText))),
      sequences: isAbsentOr(isRecordOf(Number.isSafeInteger)),
    }),
  ),
  spools: isListOf(
    hasFields({
      name: matches(FOLDER_NAME),
      version: isCount,
      queued: isCount,
      owed: isAbsentOr(isCount),
      rows: isRecordOf(isCount),
    }),
  ),
  files: isListOf(hasFields({ path: matches(FILE_PATH), bytes: isCount, sha256: matches(SHA256) })),
});

/** Whether all of it is there and as it is used; of what it says of its files, that it says it of each that is needed. */
export function isManifest(value: unknown): value is Manifest {
  return hasFieldsOfManifest(value) && namesItsFiles(value as Manifest);
}

function namesItsFiles({ database, spools, files }: Manifest): boolean {
  const paths = new Set(files.map(({ path }: CopiedFile) => path));
  const needed = spools.map(({ name }: CopiedSpool) => `spool/${name}/spool.sqlite`);
  if (database?.kind === 'sqlite') needed.push('database/errata.sqlite');
  if (database?.kind === 'postgres') {
    const tables = Object.keys(database.rows);
    if (tables.some((table) => !database.columns?.[table])) return false;
    needed.push(...tables.map((table) => `database/${table}.copy`));
  }
  return needed.every((path) => paths.has(path));
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
