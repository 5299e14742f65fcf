import type { FailedSelection } from '#shared';
import type { FailedSelectionDto, RelayProblem } from './operation.dto.ts';
import type { FleetChange } from './relays/relay-fleet.ts';

/** Undefined when it lacks what it speaks of. */
export function toSelection({
  which,
  report,
  upTo,
}: FailedSelectionDto): FailedSelection | undefined {
  if (which === 'one') return report === undefined || report.includes(',') ? undefined : { report };
  if (upTo === undefined) return undefined;
  if (which === 'all') return { upTo };
  return report === undefined ? undefined : { upTo, like: report };
}

function describeDone(how: 'retry' | 'discard', count: number): string {
  const [reports, are, were] =
    count === 1 ? ['1 report', 'is', 'was'] : [`${count} reports`, 'are', 'were'];
  if (how === 'discard') return `${reports} ${were} discarded.`;
  return `${reports} ${are} tried again. What fails again is back here, with its reason.`;
}

function describeUnasked(addresses: readonly string[]): string {
  const where = addresses.join(', ');
  return addresses.length === 1
    ? `The relay at ${where} does not answer: what it keeps stays as it was.`
    : `The relays at ${where} do not answer: what they keep stays as it was.`;
}

/** What is told of what was done. */
export function describeChange(
  how: 'retry' | 'discard',
  { changed, isBusy, unasked }: FleetChange,
): string {
  const busy = isBusy ? 'A spool was in use: for what is in it, ask once more.' : '';
  const done = changed > 0 ? describeDone(how, changed) : '';
  const left = unasked.length > 0 ? describeUnasked(unasked) : '';
  return (
    [done, busy, left].filter(Boolean).join(' ') || 'Nothing was done: they were not here any more.'
  );
}

/** Why nothing could be done. */
export const problemTexts: Readonly<Record<RelayProblem, string>> = {
  away: 'The relay does not answer. Ask once more: nothing is done twice.',
  secret: 'The relay has another ERRATA_SECRET. Nothing was done.',
  clock:
    'The clocks of the relay and of this service differ by more than a minute. Nothing was done.',
  foreign: 'What answers is no relay of this version. Nothing was done.',
};
