import { copyFileSync, cpSync, existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITY_FOLDERS, WINGS } from '../../.dependency-cruiser.mjs';
import { root } from '../../scripts/support/root.mjs';
import { MANY, NEEDED } from './needed.mjs';
import { LISTS, takeOut } from './take-out.mjs';
import { findTypeErrors, inCopy } from './taking-out.mjs';

/** Two compilers fill two cores. */
const COPIES = 2;
const ERROR = /^(?<path>(?:apps|libs)\/[^(]+)\(\d+,\d+\): error /gm;
const OF_CAPABILITY = new RegExp(`^(?:${CAPABILITY_FOLDERS.join('|')})/(?<name>[^/]+/[^/]+)/`);
const LISTED_AT_MOST = 5;

/**
 * Takes each capability out of a copy of the repository, one at a time, and checks the types of the
 * rest. Each one must hold, or be needed by those that `NEEDED` says.
 *
 * @param {(line: string) => void} onEach
 */
export async function takeEachOut(onEach) {
  const capabilities = listCapabilities();
  const waiting = [...capabilities];
  const needers = new Map();
  const work = () =>
    inCopy(async (tree) => {
      const whole = await compile(tree);
      if (whole) throw new Error(whole);
      copyFileSync(join(tree, 'types.json'), join(tree, 'whole.json'));
      for (let each = waiting.shift(); each; each = waiting.shift()) {
        needers.set(each, await listNeeders(tree, each));
        onEach(`${each}: ${needers.get(each) || 'holds'}`);
      }
    });
  await Promise.all(Array.from({ length: COPIES }, work));
  const holding = capabilities.filter((each) => needers.get(each) === '');
  onEach(`${holding.length} of ${capabilities.length} hold.`);
  const wrong = capabilities.filter((each) => needers.get(each) !== (NEEDED[each] ?? ''));
  return {
    rows: capabilities.map((capability) => ({ capability, ...toRow(needers.get(capability)) })),
    faults: { wrong: wrong.map((each) => `${each}: needed by ${needers.get(each) || 'none'}`) },
  };
}

function listCapabilities() {
  const found = CAPABILITY_FOLDERS.flatMap((folder) =>
    globSync(`{${WINGS.join(',')}}/*`, { cwd: join(root, folder) }),
  );
  return [...new Set(found)].toSorted();
}

function toRow(needers) {
  return needers ? { 'needed by': needers } : { types: 'hold' };
}

async function listNeeders(tree, capability) {
  takeOut(tree, capability);
  copyFileSync(join(tree, 'whole.json'), join(tree, 'types.json'));
  const errors = (await compile(tree)) ?? '';
  for (const path of [...CAPABILITY_FOLDERS.map((folder) => join(folder, capability)), ...LISTS]) {
    const from = join(root, path);
    if (existsSync(from)) cpSync(from, join(tree, path), { recursive: true });
  }
  const files = [...errors.matchAll(ERROR)].map(({ groups }) => groups.path);
  if (errors && files.length === 0) throw new Error(errors);
  const found = [...new Set(files.map(toNeeder))].toSorted((one, other) => (one < other ? -1 : 1));
  return found.length > LISTED_AT_MOST ? MANY : found.join(', ');
}

/** The compiler looks again only at files that the change of others may concern. */
function compile(tree) {
  return findTypeErrors(tree, ['--incremental', '--tsBuildInfoFile', join(tree, 'types.json')]);
}

function toNeeder(path) {
  return OF_CAPABILITY.exec(path)?.groups.name ?? path.split('/', 2).join('/');
}
