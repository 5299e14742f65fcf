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
const COVERED_BY_ALL = ['test/support', 'package-lock.json'];

/**
 * Reads the files that the rows of `seldom.mjs` cover.
 *
 * @param {(typeof import('./seldom.mjs'))['seldom']} rows
 * @param {{ folder?: string, record?: string }} [options]
 * @returns {{
 *   unchanged: typeof rows,
 *   keep(passed: ReadonlySet<string>): void,
 * }} `unchanged` are the rows whose files are as they were when their specs last passed here. `keep`
 *   notes the rows all of whose specs have passed now, by their paths below the folder.
 */
export function readGreenRecord(rows, { folder = root, record = RECORD } = {}) {
  const green = readRecord(record);
  const stamps = new Map(rows.map((row) => [row.name, stampFiles(row, folder)]));
  return {
    unchanged: rows.filter(
      ({ name }) => green[name] !== undefined && green[name] === stamps.get(name),
    ),
    keep: (passed) => {
      const kept = rows.filter(({ specs }) => specs.every((spec) => passed.has(spec)));
      const noted = Object.fromEntries(kept.map(({ name }) => [name, stamps.get(name)]));
      mkdirSync(dirname(record), { recursive: true });
      writeFileSync(record, JSON.stringify({ ...green, ...noted }));
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

/** Returns undefined outside of a git checkout, where every spec runs. */
function stampFiles({ specs, covers }, folder) {
  const paths = [...specs, ...covers, ...COVERED_BY_ALL];
  try {
    const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...paths];
    const names = execFileSync('git', args, {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 24,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return stampOf(...names.split('\0').flatMap((name) => [name, read(join(folder, name))]));
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
