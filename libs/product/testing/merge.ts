import type { Stores } from '../create-stores.ts';

export async function mergeInto(
  { merges, triage }: Stores,
  { from, into }: { from: number; into: number },
) {
  const by = { byUserId: 1, nowMs: Date.UTC(2026, 0, 5, 12) };
  const merged = await merges.merge({ issueIds: [from, into], intoId: into, ...by });
  if (merged.outcome !== 'changed') throw new Error(`Not merged: ${merged.code}`);
  return { undo: () => triage.undo({ historyIds: [merged.historyId], ...by }) };
}
