import { errorCatalogue, issueLimits } from '#shared';
import type { ErrorCode, FieldErrors, IssueChange, MuteWindow } from '#shared';
import type { MuteUnit, TriageDto } from './triage.dto.ts';

export type TriageChange =
  | { readonly kind: 'state'; readonly change: IssueChange }
  /** An absent `assigneeId` removes the assignee. `comment` is added to each issue. */
  | { readonly kind: 'assignee'; readonly assigneeId?: number; readonly comment?: string };

export type ReadTriageChange =
  | { readonly ok: true; readonly change: TriageChange }
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

const toEvents = (window?: MuteWindow): MuteUnitRule => ({
  most: issueLimits.muteEvents,
  tooMany: 'issue.mute_too_many_events',
  toChange: (count) => ({ kind: 'muteUntilEvents', count, ...within(window) }),
});

const toUsers = (window?: MuteWindow): MuteUnitRule => ({
  most: window === undefined ? issueLimits.muteUsers : issueLimits.muteUsersInWindow,
  tooMany:
    window === undefined ? 'issue.mute_too_many_users' : 'issue.mute_too_many_users_in_window',
  toChange: (count) => ({ kind: 'muteUntilUsers', count, ...within(window) }),
});

const within = (windowMinutes: MuteWindow | undefined) =>
  windowMinutes === undefined ? {} : { windowMinutes };

const MUTE_UNITS: Readonly<Record<MuteUnit, MuteUnitRule>> = {
  hours: toTimeUnit(HOUR_MS),
  days: toTimeUnit(24 * HOUR_MS),
  weeks: toTimeUnit(7 * 24 * HOUR_MS),
  events: toEvents(),
  eventsInHour: toEvents(60),
  eventsInDay: toEvents(1440),
  eventsInWeek: toEvents(10_080),
  users: toUsers(),
  usersInHour: toUsers(60),
  usersInDay: toUsers(1440),
  usersInWeek: toUsers(10_080),
};

/** Each field, with the change that a person requests by pressing Enter in this field. */
const TYPED = [
  ['release', 'resolveInRelease'],
  ['amount', 'mute'],
] as const;

type Read = (fields: TriageDto, asker: Asker) => ReadTriageChange;

const toChange =
  (change: IssueChange): Read =>
  () =>
    toState(change);

const muteFor =
  (forMs: number): Read =>
  (_fields, { nowMs }) =>
    toState({ kind: 'muteForTime', untilMs: nowMs + forMs });

const READERS: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['resolve', toChange({ kind: 'resolve' })],
  ['resolveInNextRelease', toChange({ kind: 'resolveInNextRelease' })],
  ['muteForever', toChange({ kind: 'muteForever' })],
  ['reopen', toChange({ kind: 'reopen' })],
  ['muteForHour', muteFor(HOUR_MS)],
  ['muteForDay', muteFor(24 * HOUR_MS)],
  ['muteForWeek', muteFor(7 * 24 * HOUR_MS)],
  ['muteUntilWorse', toChange({ kind: 'muteUntilWorse' })],
  ['muteFor5Users', toChange({ kind: 'muteUntilUsers', count: 5 })],
  ['resolveInRelease', ({ release }) => readRelease(release)],
  ['mute', readMute],
  ['assign', (fields) => readAssignee(fields)],
  ['assignMe', (fields, { userId }) => toAssignee(fields, userId)],
  ['assignNobody', (fields) => toAssignee(fields)],
]);

export function readTriageChange(fields: TriageDto, asker: Asker): ReadTriageChange {
  const { change = '' } = fields;
  const read = READERS.get((change === '' ? findTyped(fields) : change) ?? '');
  return read ? read(fields, asker) : refuse('', 'issue.change_unknown');
}

export function toFieldOf(requested: TriageChange): string {
  if (requested.kind === 'assignee') return 'assignee';
  return requested.change.kind === 'resolveInRelease' ? 'release' : '';
}

function findTyped(fields: TriageDto): string | undefined {
  const typed = TYPED.filter(([name]) => (fields[name] ?? '').trim() !== '');
  return typed.length === 1 ? typed[0]?.[1] : undefined;
}

function readRelease(release = ''): ReadTriageChange {
  const { length } = release.trim();
  return length === 0 || length > issueLimits.releaseCharacters
    ? refuse('release', 'issue.release_invalid')
    : toState({ kind: 'resolveInRelease', release });
}

function readMute({ amount = '', unit = '' }: TriageDto, { nowMs }: Asker): ReadTriageChange {
  const known = isMuteUnit(unit) ? MUTE_UNITS[unit] : undefined;
  if (!known) return refuse('unit', 'issue.change_unknown');
  // Accepts `1,000`, since the page writes numbers in this form.
  const digits = amount.trim().replaceAll(/[ ,_]/g, '');
  const count = /^\d+$/.test(digits) ? Number(digits) : 0;
  if (count === 0) return refuse('amount', 'issue.mute_amount_invalid');
  if (count > known.most) return refuse('amount', known.tooMany);
  return toState(known.toChange(count, nowMs));
}

function isMuteUnit(unit: string): unit is MuteUnit {
  return Object.hasOwn(MUTE_UNITS, unit);
}

function readAssignee(fields: TriageDto): ReadTriageChange {
  const { assignee = '' } = fields;
  return /^[1-9]\d{0,14}$/.test(assignee)
    ? toAssignee(fields, Number(assignee))
    : refuse('assignee', 'issue.assignee_unknown');
}

function toAssignee({ comment = '' }: TriageDto, assigneeId?: number): ReadTriageChange {
  if (comment.length > issueLimits.commentCharacters) return refuse('comment', 'comment.length');
  return {
    ok: true,
    change: {
      kind: 'assignee',
      assigneeId,
      comment: comment.trim() === '' ? undefined : comment,
    },
  };
}

function toState(change: IssueChange): ReadTriageChange {
  return { ok: true, change: { kind: 'state', change } };
}

function refuse(field: string, code: ErrorCode): ReadTriageChange {
  return { ok: false, errors: { [field]: [errorCatalogue[code].message] } };
}
