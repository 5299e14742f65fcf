import type { BulkChange } from '#product/triage/bulk';
import { countIssues, toDone, toText } from '../states/index.ts';

export function toBulkText({ action, state, refused, ...counts }: BulkChange): string {
  const { total, seen, changed, undone, notUndone } = counts;
  const done = action.kind === 'deletion' ? 'deleted' : toDone(action);
  switch (state) {
    case 'changing':
      return `Errata has looked at ${seen} of ${countIssues(Math.max(total, seen))}: ${changed} ${done}.`;
    case 'changed': {
      const refusals = [...refused.values()].reduce((sum, count) => sum + count, 0);
      const unchanged = seen - changed - refusals;
      return toText(done, { changed: { length: changed }, unchanged, refused });
    }
    case 'undoing':
      return `Errata is undoing the change: ${undone + notUndone} of ${countIssues(changed)}.`;
    default:
      return notUndone === 0
        ? `${countIssues(undone)} restored.`
        : `${countIssues(undone)} restored. ${countIssues(notUndone)} not: somebody changed them since, or you may no longer change them.`;
  }
}

export function toProgress({
  state,
  ...counts
}: BulkChange): { readonly done: number; readonly of: number } | undefined {
  const { total, seen, changed, undone, notUndone } = counts;
  if (state === 'changing') return { done: seen, of: Math.max(total, seen) };
  return state === 'undoing' ? { done: undone + notUndone, of: changed } : undefined;
}

export function canUndo({ action, state, changed }: BulkChange): boolean {
  return action.kind !== 'deletion' && changed > 0 && (state === 'changing' || state === 'changed');
}
