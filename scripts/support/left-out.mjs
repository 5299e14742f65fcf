import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { stampOf } from './stamp.mjs';

/**
 * Stamps of the files that each row's specs covered when they last passed, by the row's name. A
 * build empties `dist`, so the record stands elsewhere.
 */
const RECORD = join(root, 'node_modules', '.cache', 'errata-green-specs.json');
/** Files that every row covers, beside its specs and those that it names. */
const COVERED_BY_ALL = [
  '.npmrc',
  '.swcrc',
  'jest.config.mjs',
  'nest-cli.json',
  'package.json',
  'package-lock.json',
  'scripts',
  'test/environment.mjs',
  'test/support',
  'tsconfig.json',
];

/**
 * Reads the files that the rows of `seldom.mjs` cover.
 *
 * @param {(typeof import('./seldom.mjs'))['seldom']} rows
 * @param {{ folder?: string, record?: string, tools?: object }} [options] `tools`: programs that the
 *   specs use; without one, its specs declare fewer tests
 * @returns {{
 *   unchanged: typeof rows,
 *   keep(results: ReadonlyMap<string, boolean>): void,
 * }} `unchanged` are the rows whose files are as they were when their specs last passed here. `keep`
 *   takes whether each spec file that ran has passed, by its path below the folder.
 */
export function readGreenRecord(rows, { folder = root, record = RECORD, tools = {} } = {}) {
  const green = readRecord(record);
  const stamps = new Map(rows.map((row) => [row.name, stampFiles(row, { folder, tools })]));
  return {
    unchanged: rows.filter(
      ({ name }) => green[name] !== undefined && green[name] === stamps.get(name),
    ),
    keep: (results) => {
      for (const { name, specs } of rows) {
        const ended = specs.map((spec) => results.get(spec));
        if (ended.includes(false)) delete green[name];
        else if (!ended.includes(undefined)) green[name] = stamps.get(name);
      }
      mkdirSync(dirname(record), { recursive: true });
      writeFileSync(record, JSON.stringify(green));
    },
  };
}

function readRecord(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return {};
  }
}

/** Returns undefined where git lists no files, such as outside of a checkout. Every spec runs there. */
function stampFiles({ specs, covers }, { folder, tools }) {
  const paths = [...specs, ...covers, ...COVERED_BY_ALL];
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...paths];
    const names = execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (names === '') return undefined;
    const files = names.split('\0').flatMap((name) => [name, read(join(folder, name))]);
    return stampOf(JSON.stringify([tools, process.version]), ...files);
  } catch {
    return undefined;
  }
}

/** A deleted file stands in git's index until the deletion is staged. */
function read(path) {
  try {
    return readFileSync(path);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
    throw error;
  }
}
