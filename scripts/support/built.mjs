import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { hasStamp, leaveStamp, stampOf } from './stamp.mjs';

const stampPath = join(root, 'dist', '.errata-built');
const developmentPath = join(root, 'dist', '.errata-development');
const SOURCE_FOLDERS = ['apps', 'libs'];
const BUILD_FILES = [
  'package.json',
  'package-lock.json',
  'nest-cli.json',
  '.swcrc',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.mjs',
];
/** Declarations emit nothing, and the build itself writes those of addresses when routes change. */
const NOT_BUILT = /\.spec\.tsx?$|\.d\.ts$|(?:^|\/)test(?:ing)?\//;

export async function ensureBuilt() {
  if (hasStamp(stampPath, sourceStamp())) return;
  const { code } = await runNode([join(root, 'scripts', 'build.mjs')], { show: true });
  if (code !== 0) throw new Failure('The build failed; its output is above.');
}

/** Notes that this process compiles into `dist` until it ends. Builds refuse to run meanwhile. */
export function noteDevelopment() {
  writeFileSync(developmentPath, String(process.pid));
  process.on('exit', () => rmSync(developmentPath, { force: true }));
}

function refuseBesideDevelopment() {
  if (!existsSync(developmentPath)) return;
  try {
    process.kill(Number(readFileSync(developmentPath, 'utf8')), 0);
  } catch {
    return;
  }
  throw new Failure('npm run dev runs here, and compiles into the same folder. Stop it first.');
}

/**
 * Runs `build` and stamps `dist` with the sources as they were at its start. A source that changes
 * during the build leads to another build.
 */
export async function stampBuild(build) {
  refuseBesideDevelopment();
  const stamp = sourceStamp();
  forgetBuild();
  await build();
  leaveStamp(stampPath, stamp);
}

/** Marks `dist` as no longer known to be a complete build. */
export function forgetBuild() {
  rmSync(stampPath, { force: true });
}

export function listBuildInput() {
  const files = listFiles([...SOURCE_FOLDERS, 'scripts']).map((path) => relative(root, path));
  return [...files, ...BUILD_FILES];
}

function listFiles(folders) {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((path) => !NOT_BUILT.test(relative(root, path)));
}

/**
 * Returns a stamp of the sources' paths, sizes and times. Some hundred calls of `stat` are faster
 * than hashing every file.
 */
function sourceStamp() {
  const facts = listFiles(SOURCE_FOLDERS).map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${mtimeMs}`;
  });
  facts.sort((one, other) => (one < other ? -1 : 1));
  return stampOf(...facts, ...BUILD_FILES.map((path) => readFileSync(join(root, path))));
}
