import { dayShare, projectShare } from './limits/bound-limits.ts';

/** Bytes that are stored: of everything, of a project, and of what that project sent on one day. */
export interface StorageUse {
  readonly allBytes: number;
  readonly projectBytes: number;
  readonly dayBytes: number;
}

/** The share that is used up. */
export type StorageScope = 'instance' | 'project' | 'day';

/** The share of a budget that one project may have, and the part of it for one UTC day. */
export function toStorageShares(budgetBytes: number): {
  readonly projectBytes: number;
  readonly dayBytes: number;
} {
  const projectBytes = Math.floor(budgetBytes * projectShare);
  return { projectBytes, dayBytes: Math.floor(projectBytes * dayShare) };
}

/** The widest that is used up; undefined while something more may be stored. A budget of 0 is none. */
export function findExceeded(budgetBytes: number, use: StorageUse): StorageScope | undefined {
  if (budgetBytes === 0) return undefined;
  const { projectBytes, dayBytes } = toStorageShares(budgetBytes);
  if (use.allBytes >= budgetBytes) return 'instance';
  if (use.projectBytes >= projectBytes) return 'project';
  return use.dayBytes >= dayBytes ? 'day' : undefined;
}
