import { errorCatalogue, issueLimits } from '#shared';
import type { ErrorCode, FieldErrors, IssueChange } from '#shared';
import type { TriageDto } from './triage.dto.ts';

/** What somebody wants done to issues. */
export type TriageWish =
  | { readonly kind: 'state'; readonly change: IssueChange }
  /** Nobody when absent. `comment` is said about each of the issues. */
  | { readonly kind: 'assignee'; readonly assigneeId?: number; readonly comment?: string };

/** That they become one. */
export interface MergeWish {
  readonly kind: 'merge';
}

export type ReadWish =
  | { readonly ok: true; readonly wish: TriageWish | MergeWish }
  | { readonly ok: false; readonly errors: FieldErrors };

interface Asker {
  readonly userId: number;
  readonly nowMs: number;
}

const HOUR_MS = 3_600_000;

/** Fields that say it by themselves, when they were typed and Enter was pressed; the change of each. */
const TYPED = [
  ['release', 'resolveInRelease'],
  ['until', 'muteForTime'],
  ['events', 'muteUntilEvents'],
  ['users', 'muteUntilUsers'],
] as const;

type Read = (fields: TriageDto, asker: Asker) => ReadWish;

const toChange =
  (change: IssueChange): Read =>
  () =>
    toState(change);

const muteFor =
  (forMs: number): Read =>
  (_fields, { nowMs }) =>
    toState({ kind: 'muteForTime', untilMs: nowMs + forMs });

/** Of each button, by what it says. */
const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['resolve', toChange({ kind: 'resolve' })],
  ['resolveInNextRelease', toChange({ kind: 'resolveInNextRelease' })],
  ['muteForever', toChange({ kind: 'muteForever' })],
  ['reopen', toChange({ kind: 'reopen' })],
  ['muteForHour', muteFor(HOUR_MS)],
  ['muteForDay', muteFor(24 * HOUR_MS)],
  ['muteForWeek', muteFor(7 * 24 * HOUR_MS)],
  ['muteFor10Events', toChange({ kind: 'muteUntilEvents', count: 10 })],
  ['muteFor5Users', toChange({ kind: 'muteUntilUsers', count: 5 })],
  ['resolveInRelease', ({ release }) => readRelease(release)],
  ['muteForTime', ({ until }, asker) => readUntil(until, asker)],
  ['muteUntilEvents', ({ events }) => readCount('events', events, issueLimits.muteEvents)],
  ['muteUntilUsers', ({ users }) => readCount('users', users, issueLimits.muteUsers)],
  ['assign', (fields) => readAssignee(fields)],
  ['assignMe', (fields, { userId }) => toAssignee(fields, userId)],
  ['assignNobody', (fields) => toAssignee(fields)],
  ['merge', () => ({ ok: true, wish: { kind: 'merge' } })],
]);

/** What the fields say; or what is wrong with which of them. */
export function readWish(fields: TriageDto, asker: Asker): ReadWish {
  const { change = '' } = fields;
  const read = READERS.get((change === '' ? findTyped(fields) : change) ?? '');
  return read ? read(fields, asker) : refuse('', 'issue.change_unknown');
}

/** The field that a refusal by the issue's own state is about. */
export function toFieldOf(wish: TriageWish): string {
  if (wish.kind === 'assignee') return 'assignee';
  return TYPED.find(([, kind]) => kind === wish.change.kind)?.[0] ?? '';
}

/** None when there are several: nobody can tell. */
function findTyped(fields: TriageDto): string | undefined {
  const typed = TYPED.filter(([name]) => (fields[name] ?? '').trim() !== '');
  return typed.length === 1 ? typed[0]?.[1] : undefined;
}

function readRelease(release = ''): ReadWish {
  const { length } = release.trim();
  return length === 0 || length > issueLimits.releaseCharacters
    ? refuse('release', 'issue.release_invalid')
    : toState({ kind: 'resolveInRelease', release });
}

function readUntil(until = '', { nowMs }: Asker): ReadWish {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?$/.test(until);
  const untilMs = isTime ? Date.parse(`${until}Z`) : Number.NaN;
  return untilMs > nowMs && untilMs <= nowMs + issueLimits.muteMs
    ? toState({ kind: 'muteForTime', untilMs })
    : refuse('until', 'issue.mute_out_of_range');
}

function readCount(field: 'events' | 'users', typed = '', most: number): ReadWish {
  // As it is written elsewhere on the page: 1,000.
  const digits = typed.trim().replaceAll(/[ ,_]/g, '');
  const count = /^\d{1,9}$/.test(digits) ? Number(digits) : 0;
  return count >= 1 && count <= most
    ? toState({ kind: field === 'events' ? 'muteUntilEvents' : 'muteUntilUsers', count })
    : refuse(field, 'issue.mute_out_of_range');
}

function readAssignee(fields: TriageDto): ReadWish {
  const { assignee = '' } = fields;
  return /^[1-9]\d{0,14}$/.test(assignee)
    ? toAssignee(fields, Number(assignee))
    : refuse('assignee', 'issue.assignee_unknown');
}

/** Nobody, when none. */
function toAssignee({ comment = '' }: TriageDto, assigneeId?: number): ReadWish {
  if (comment.length > issueLimits.commentCharacters) return refuse('comment', 'comment.length');
  return {
    ok: true,
    wish: {
      kind: 'assignee',
      ...(assigneeId === undefined ? {} : { assigneeId }),
      ...(comment.trim() === '' ? {} : { comment }),
    },
  };
}

function toState(change: IssueChange): ReadWish {
  return { ok: true, wish: { kind: 'state', change } };
}

function refuse(field: string, code: ErrorCode): ReadWish {
  return { ok: false, errors: { [field]: [errorCatalogue[code].message] } };
}
