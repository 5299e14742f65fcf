export interface LogUse {
  readonly projectId: number;
  readonly bytes: number;
}

export interface LogBounds {
  /** 0 means no bound. */
  readonly budgetBytes: number;
  /** Part of the budget that one project may use. */
  readonly share: number;
}

/**
 * Returns what the project that uses most gives up next: what it uses beyond its share or, when all
 * together use more than the budget, what brings it level with the project after it. Returns
 * undefined when nothing has to go. A project never gives up logs because of one that uses less.
 */
export function findExcess(
  uses: readonly LogUse[],
  { budgetBytes, share }: LogBounds,
): LogUse | undefined {
  const [most, next] = uses.toSorted((a, b) => b.bytes - a.bytes);
  if (!most || budgetBytes === 0) return undefined;
  const beyondBudget = uses.reduce((sum, { bytes }) => sum + bytes, 0) - budgetBytes;
  // Projects that use the same give up an equal part each.
  const ahead = Math.max(most.bytes - (next?.bytes ?? 0), beyondBudget / uses.length);
  const bytes = Math.max(most.bytes - budgetBytes * share, Math.min(beyondBudget, ahead));
  return bytes > 0 ? { projectId: most.projectId, bytes } : undefined;
}
