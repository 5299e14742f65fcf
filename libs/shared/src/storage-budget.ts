import { dayShare, projectShare } from './limits/bound-limits.ts';

export interface StorageUse {
  readonly allBytes: number;
  readonly projectBytes: number;
  readonly dayBytes: number;
}

export type StorageScope = 'instance' | 'project' | 'day';

export function toStorageShares(budgetBytes: number): {
  readonly projectBytes: number;
  readonly dayBytes: number;
} {
  const projectBytes = Math.floor(budgetBytes * projectShare);
  return { projectBytes, dayBytes: Math.floor(projectBytes * dayShare) };
}

/**
 * Returns the first limit that is used up, in this order: instance, project, day. Returns undefined
 * while more may be stored. A budget of 0 means no limit.
 */
export function findExceeded(budgetBytes: number, use: StorageUse): StorageScope | undefined {
  if (budgetBytes === 0) return undefined;
  const { projectBytes, dayBytes } = toStorageShares(budgetBytes);
  if (use.allBytes >= budgetBytes) return 'instance';
  if (use.projectBytes >= projectBytes) return 'project';
  return use.dayBytes >= dayBytes ? 'day' : undefined;
}
