import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

/** Returns the oldest major version that Errata runs with, from `engines` of package.json. */
export function readNeededMajor() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Number(/^>=(\d+)/.exec(engines.node)?.[1]);
}

export function isNeededNode() {
  return Number(process.versions.node.split('.')[0]) >= readNeededMajor();
}
