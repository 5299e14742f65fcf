import type { HistoryEntry } from '#product/triage/states';
import type { IssueState } from '#shared';
import { toIso } from './issue-answer.ts';

type Names = ReadonlyMap<number, string>;

export function toNote(entry: HistoryEntry, names: Names): object | undefined {
  if (entry.what !== 'comment' || entry.comment.deletedAtMs !== undefined) return undefined;
  const { id, body: text } = entry.comment;
  return { ...toHead(entry, names), id: String(id), type: 'note', data: { text } };
}

/** Returns undefined when Sentry has no activity type for the entry. */
export function toActivity(entry: HistoryEntry, names: Names): object | undefined {
  const { what, id } = entry;
  if (what === 'comment') return toNote(entry, names);
  const head = { ...toHead(entry, names), id: String(id) };
  if (what === 'state') return { ...head, type: toStateType(entry.to), data: {} };
  if (what === 'assignee') return { ...head, ...toAssignment(entry, names) };
  if (what !== 'grouping' || entry.kind !== 'merge') return undefined;
  const issues = entry.others.map((other) => ({ id: String(other.id) }));
  return { ...head, type: 'merge', data: { issues } };
}

function toHead({ atMs, byUserId }: HistoryEntry, names: Names): object {
  return {
    dateCreated: toIso(atMs),
    user: byUserId === undefined ? null : toPerson(byUserId, names),
  };
}

function toPerson(id: number, names: Names): object {
  return { id: String(id), name: names.get(id) ?? '' };
}

function toAssignment({ to: id }: Extract<HistoryEntry, { what: 'assignee' }>, names: Names) {
  if (id === undefined) return { type: 'unassigned', data: {} };
  return {
    type: 'assigned',
    data: { assignee: String(id), assigneeType: 'user', assigneeName: names.get(id) ?? '' },
  };
}

function toStateType(state: IssueState): string {
  if (state.status === 'muted') return 'set_ignored';
  if (state.status === 'unresolved') {
    return state.kind === 'regressed' ? 'set_regression' : 'set_unresolved';
  }
  return state.kind === 'now' ? 'set_resolved' : 'set_resolved_in_release';
}
