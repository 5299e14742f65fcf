import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';
import { findOnPath, isExecutable } from '../find-on-path.mjs';
import { writeOnOwnLine } from '../output.mjs';
import { root } from '../root.mjs';
import { run } from '../run.mjs';
import { step } from '../steps.mjs';
import { canInstall, canUnpack, install, unpack } from './debian.mjs';

/**
 * Returns the path of an installed or fetched program, or undefined. Throws when the variable of
 * the environment names no program.
 *
 * @param {import('./tools.mjs').Tool} tool
 */
export function findTool({ variable = '', names, paths = [], folder, program }) {
  const named = process.env[variable];
  if (named) {
    if (!isExecutable(named)) throw new Failure(`${variable} ${named} is no program to run.`);
    return named;
  }
  const fetched = program ? [join(toUnpackedFolder(folder), program)] : [];
  return findOnPath(names) ?? [...paths, ...fetched].find(isExecutable);
}

/**
 * Returns the path of a program, and fetches it from Debian's packages when none is there. When
 * fetching fails, prints a line and resolves with undefined, because most specs do not need it.
 *
 * @param {import('./tools.mjs').Tool} tool
 * @returns {Promise<string | undefined>}
 */
export async function ensureTool(tool, { find = findTool } = {}) {
  const present = find(tool);
  if (present) return present;
  const { title, packages, program, missing } = tool;
  if (tool.isInstalled && canInstall()) {
    await step(`Fetching ${title}`, () => install(packages));
  } else if (program && canUnpack()) {
    await step(`Fetching ${title}`, () => unpackTool(tool));
  }
  const fetched = find(tool);
  if (!fetched && missing) writeOnOwnLine(`${missing}\n`);
  return fetched;
}

export function toUnpackedFolder(name) {
  return join(root, 'node_modules', '.cache', `errata-${name}`);
}

/** Unpacks packages without installing them, for users who are not allowed to install packages. */
async function unpackTool({ packages, folder, program, isTried }) {
  const target = toUnpackedFolder(folder);
  await unpack(packages, target);
  const { code } = isTried ? await run(join(target, program), ['--version']) : { code: 0 };
  if (code !== 0) rmSync(target, { recursive: true, force: true });
}
