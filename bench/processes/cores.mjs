import { availableParallelism } from 'node:os';
import { findOnPath } from '../../scripts/support/find-on-path.mjs';

const taskset = findOnPath(['taskset']);

/** True when the measured server and its load generator run on cores of their own. */
export const coresAreApart = taskset !== undefined && availableParallelism() > 1;

export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** Returns the command that runs Node.js on one core, or on any core where `taskset` is missing. */
export function nodeOn(args, core) {
  const node = [process.execPath, ...args];
  return coresAreApart && core !== undefined
    ? [taskset, '--cpu-list', String(core), ...node]
    : node;
}
