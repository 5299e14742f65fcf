import { toShortCommitId } from '#product/recording/releases/rules';
import type { IssueState } from '#shared';
import { formatQuantity } from '../../../../../ui/numbers/format-count.ts';
import { formatAgoInWords, formatUtc } from '../../../../../ui/time/format-time.ts';

export function describeState(state: IssueState): string {
  if (state.status === 'unresolved') return state.kind === 'new' ? 'unresolved' : 'regressed';
  if (state.status === 'resolved') {
    if (state.kind === 'now') return 'resolved';
    if (state.kind === 'nextRelease') return `resolved in the release after ${state.release}`;
    const { release, commit } = state;
    return `resolved in ${release}${commit === undefined ? '' : ` by commit ${toShortCommitId(commit)}`}`;
  }
  switch (state.kind) {
    case 'time':
      return `muted until ${formatUtc(state.untilMs)}`;
    case 'events':
      return `muted until ${formatQuantity(state.count, 'more event')}`;
    case 'users':
      return `muted until ${formatQuantity(state.count, 'more user')}`;
    default:
      return 'muted';
  }
}

export function describeStateInShort(state: IssueState, nowMs: number): string {
  return state.status === 'muted' && state.kind === 'time'
    ? `muted, ends ${formatAgoInWords(state.untilMs, nowMs)}`
    : describeState(state);
}
