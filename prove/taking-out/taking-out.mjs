import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePorts } from '../../scripts/support/ports.mjs';
import { Program } from '../../scripts/support/program.mjs';
import { root } from '../../scripts/support/root.mjs';
import { takeOut } from './take-out.mjs';

const execute = promisify(execFile);

/**
 * Capabilities to take out, each of another kind: one with a job in a thread, one with pages only,
 * one that searches through everything stored, one with a step of processing, one that owns files.
 */
export const takenOut = [
  'alerting/crons',
  'operation/demo',
  'operation/erasing',
  'recording/feedback',
  'recording/grouping-rules',
];

/** Specs of other capabilities may use the capability, so the compiler leaves all specs out. */
const SPECS = ['**/*.spec.ts', '**/*.spec.tsx', '**/test/**', '**/testing/**'];

/**
 * Takes capabilities out, and compiles, builds and starts the rest.
 *
 * @param {readonly string[]} capabilities each `<wing>/<name>`
 * @param {string} [databaseUrl] of an empty PostgreSQL database, instead of SQLite
 * @returns {Promise<string | undefined>} what is wrong with the rest
 */
export function tryWithout(capabilities, databaseUrl) {
  return inCopy(async (tree) => {
    for (const capability of capabilities) takeOut(tree, capability);
    return (
      (await findTypeErrors(tree)) ??
      (await findBuildError(tree)) ??
      (await findStartError(tree, databaseUrl))
    );
  });
}

/**
 * Runs `work` with a copy of the repository, which is removed afterwards.
 *
 * @template T
 * @param {(tree: string) => Promise<T>} work
 */
export async function inCopy(work) {
  const tree = mkdtempSync(join(tmpdir(), 'errata-without-'));
  try {
    await copyRepository(tree);
    return await work(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

async function copyRepository(tree) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout } = await execute('git', args, { cwd: root, maxBuffer: 2 ** 24 });
  for (const path of stdout.split('\0')) {
    // git lists a file that is deleted but not committed.
    if (path !== '' && existsSync(join(root, path))) cpSync(join(root, path), join(tree, path));
  }
  for (const shared of ['node_modules', '.node']) {
    if (existsSync(join(root, shared))) symlinkSync(join(root, shared), join(tree, shared));
  }
}

export async function findTypeErrors(tree, more = []) {
  const config = join(tree, 'tsconfig.taken.json');
  writeFileSync(
    config,
    JSON.stringify({ extends: './tsconfig.json', include: ['apps', 'libs'], exclude: SPECS }),
  );
  const tsc = 'node_modules/typescript-native/bin/tsc';
  // The compiler starts four checkers by default, and each checker would work out the types that
  // files share.
  return findFailure(tree, [tsc, '--project', config, '--checkers', '1', ...more]);
}

function findBuildError(tree) {
  return findFailure(tree, ['scripts/build.mjs']);
}

async function findFailure(tree, args) {
  try {
    await execute(process.execPath, args, { cwd: tree, maxBuffer: 2 ** 24 });
    return undefined;
  } catch ({ stdout, stderr }) {
    return `${stdout}${stderr}`;
  }
}

async function findStartError(tree, databaseUrl) {
  const [port, relayPort] = await findFreePorts(2);
  const errata = new Program([process.execPath, 'scripts/start.mjs'], {
    cwd: tree,
    env: {
      ...process.env,
      PORT: port,
      RELAY_PORT: relayPort,
      DATA_DIR: join(tree, 'data'),
      DATABASE_URL: databaseUrl ?? '',
    },
  });
  try {
    await errata.untilPrinted('Ctrl-C stops');
    return undefined;
  } catch ({ message }) {
    return message;
  } finally {
    await errata.end();
  }
}
