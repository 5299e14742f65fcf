import { errorCatalogue, issueLimits } from '#shared';
import type { ErrorCode, FieldErrors, IssueChange } from '#shared';
import type { MuteUnit, TriageDto } from './triage.dto.ts';

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

interface MuteUnitRule {
  readonly most: number;
  readonly tooMany: ErrorCode;
  readonly toChange: (count: number, nowMs: number) => IssueChange;
}

const HOUR_MS = 3_600_000;

const toTimeUnit = (unitMs: number): MuteUnitRule => ({
  most: issueLimits.muteMs / unitMs,
  tooMany: 'issue.mute_too_long',
  toChange: (count, nowMs) => ({ kind: 'muteForTime', untilMs: nowMs + count * unitMs }),
});

const MUTE_UNITS: Readonly<Record<MuteUnit, MuteUnitRule>> = {
  hours: toTimeUnit(HOUR_MS),
  days: toTimeUnit(24 * HOUR_MS),
  weeks: toTimeUnit(7 * 24 * HOUR_MS),
  events: {
    most: issueLimits.muteEvents,
    tooMany: 'issue.mute_too_many_events',
    toChange: (count) => ({ kind: 'muteUntilEvents', count }),
  },
  users: {
    most: issueLimits.muteUsers,
    tooMany: 'issue.mute_too_many_users',
    toChange: (count) => ({ kind: 'muteUntilUsers', count }),
  },
};

/** Fields that say it by themselves, when they were typed and Enter was pressed; the change of each. */
const TYPED = [
  ['release', 'resolveInRelease'],
  ['amount', 'mute'],
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
  ['mute', readMute],
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
  return wish.change.kind === 'resolveInRelease' ? 'release' : '';
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

function readMute({ amount = '', unit = '' }: TriageDto, { nowMs }: Asker): ReadWish {
  const known = isMuteUnit(unit) ? MUTE_UNITS[unit] : undefined;
  if (!known) return refuse('unit', 'issue.change_unknown');
  // As it is written elsewhere on the page: 1,000.
  const digits = amount.trim().replaceAll(/[ ,_]/g, '');
  const count = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (count === 0) return refuse('amount', 'issue.mute_amount_invalid');
  if (count > known.most) return refuse('amount', known.tooMany);
  return toState(known.toChange(count, nowMs));
}

function isMuteUnit(unit: string): unit is MuteUnit {
  return Object.hasOwn(MUTE_UNITS, unit);
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
