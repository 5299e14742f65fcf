import type { FailedSelection } from '#persistence';
import type { FailedSelectionDto } from './operation.dto.ts';

export type FailedChange = 'retry' | 'discard';

/** Undefined when it lacks what it speaks of. */
export function toSelection({
  which,
  report,
  upTo,
}: FailedSelectionDto): FailedSelection | undefined {
  if (which === 'one') return report === undefined ? undefined : { id: Number(report) };
  if (upTo === undefined) return undefined;
  if (which === 'all') return { upToId: Number(upTo) };
  return report === undefined ? undefined : { upToId: Number(upTo), likeId: Number(report) };
}

/** What is told of what was done. */
export function describeChange(how: FailedChange, count: number): string {
  if (count === 0)
    return 'Nothing was done: the reports are gone, or the relay is trying them again now.';
  const [reports, are, were] =
    count === 1 ? ['1 report', 'is', 'was'] : [`${count} reports`, 'are', 'were'];
  if (how === 'discard') return `${reports} ${were} discarded.`;
  return `${reports} ${are} tried again. A report that fails again returns to this list, with its reason.`;
}
