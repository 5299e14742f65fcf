import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.mjs';

function readNeeded() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return /^>=(\d+)\.(\d+)/.exec(engines.node).slice(1).map(Number);
}

export function readNeededMajor() {
  return readNeeded()[0];
}

export function isNeededNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [neededMajor, neededMinor] = readNeeded();
  return major === neededMajor ? minor >= neededMinor : major > neededMajor;
}
