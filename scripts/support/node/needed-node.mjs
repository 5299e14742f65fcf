import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

/** The oldest major version that Errata runs with, by `engines` of package.json. */
export function readNeededMajor() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Number(/^>=(\d+)/.exec(engines.node)?.[1]);
}

/** Whether this process runs with a version that Errata runs with. */
export function isNeededNode() {
  return Number(process.versions.node.split('.')[0]) >= readNeededMajor();
}
