import { availableParallelism } from 'node:os';
import { findOnPath } from '../../scripts/support/find-on-path.mjs';

const taskset = findOnPath(['taskset']);

/** Whether what is measured and what loads it run on cores of their own. */
export const coresAreApart = taskset !== undefined && availableParallelism() > 1;

/** The core of what is measured, and the one of the load generator. */
export const SERVER_CORE = 0;
export const LOAD_CORE = 1;

/** The command that runs Node on one core, or on any where that cannot be said. */
export function nodeOn(args, core) {
  const node = [process.execPath, ...args];
  return coresAreApart && core !== undefined
    ? [taskset, '--cpu-list', String(core), ...node]
    : node;
}
