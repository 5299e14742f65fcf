import { toShortCommitId } from '#product/recording/releases/rules';
import { muteWindows } from '#shared';
import type { IssueState, MutedState } from '#shared';
import { formatQuantity } from '../../../../ui/numbers/format-count.ts';
import { formatAgoInWords, formatIn } from '../../../../ui/time/format-time.ts';

type CountingMute = Extract<MutedState, { readonly count: number }>;

export function describeState(state: IssueState, zone: string): string {
  if (state.status === 'unresolved') return state.kind === 'new' ? 'unresolved' : 'regressed';
  if (state.status === 'resolved') {
    if (state.kind === 'now') return 'resolved';
    if (state.kind === 'nextRelease') return `resolved in the release after ${state.release}`;
    const { release, commit } = state;
    return `resolved in ${release}${commit === undefined ? '' : ` by commit ${toShortCommitId(commit)}`}`;
  }
  switch (state.kind) {
    case 'time':
      return `muted until ${formatIn(zone, state.untilMs)}`;
    case 'forever':
      return 'muted';
    default:
      return `muted until ${describeCount(state)}`;
  }
}

function describeCount({ kind, count, windowMinutes }: CountingMute): string {
  const one = kind === 'events' ? 'event' : 'user';
  return windowMinutes === undefined
    ? formatQuantity(count, `more ${one}`)
    : `${formatQuantity(count, one)} in ${muteWindows[windowMinutes]}`;
}

export function describeStateInShort(state: IssueState, nowMs: number): string {
  return state.status === 'muted' && state.kind === 'time'
    ? `muted, ends ${formatAgoInWords(state.untilMs, nowMs)}`
    : describeState(state, 'UTC');
}
