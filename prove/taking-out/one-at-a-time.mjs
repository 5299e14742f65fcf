import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { CAPABILITIES } from '../../.dependency-cruiser.mjs';
import { root } from '../../scripts/support/root.mjs';
import { FOLDERS, LISTS, takeOut } from './take-out.mjs';
import { findTypeErrors, inCopy } from './taking-out.mjs';
import { NEEDED } from './needed.mjs';

/** Two compilers fill two cores. */
const COPIES = 2;
const ERROR = /^(?<path>(?:apps|libs)\/[^(]+)\(\d+,\d+\): error /gm;
const OF_CAPABILITY = new RegExp(`^(?:${FOLDERS.join('|')})/(?<name>[^/]+/[^/]+)/`);

/**
 * Takes each capability out of a copy of the repository, one at a time, and checks the types of the
 * rest.
 *
 * @param {(line: string) => void} onEach is told of each capability
 * @returns {Promise<{ rows: readonly object[], faults: { wrong: readonly string[] } }>} `wrong` has
 *   a line for each capability that is not needed as `NEEDED` says
 */
export async function takeEachOut(onEach) {
  const waiting = [...CAPABILITIES];
  const found = new Map();
  const work = (tree) => async () => {};
  await Promise.all(
    Array.from({ length: COPIES }, () =>
      inCopy(async (tree) => {
        for (let each = waiting.shift(); each; each = waiting.shift()) {
          found.set(each, await listNeeders(tree, each));
          onEach(`${each}: ${toAnswer(found.get(each))}`);
        }
      }),
    ),
  );
  const held = CAPABILITIES.filter((each) => found.get(each).length === 0);
  onEach(`${held.length} of ${CAPABILITIES.length} hold.`);
  return { found };
}

const toAnswer = (needers) => (needers.length === 0 ? 'holds' : `needed by ${needers.join(', ')}`);

async function listNeeders(tree, capability) {
  takeOut(tree, capability);
  const errors = (await findTypeErrors(tree)) ?? '';
  for (const path of [...FOLDERS.map((folder) => join(folder, capability)), ...LISTS]) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(tree, path), { recursive: true });
  }
  const paths = [...errors.matchAll(ERROR)].map(({ groups }) => groups.path);
  return [...new Set(paths.map(toPart))].toSorted();
}

function toPart(path) {
  return OF_CAPABILITY.exec(path)?.groups.name ?? path.split('/').slice(0, 3).join('/');
}
