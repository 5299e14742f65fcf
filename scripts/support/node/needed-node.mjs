import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

export function readNeededMajor() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Number(/^>=(\d+)/.exec(engines.node)?.[1]);
}

export function isNeededNode() {
  return Number(process.versions.node.split('.')[0]) >= readNeededMajor();
}
