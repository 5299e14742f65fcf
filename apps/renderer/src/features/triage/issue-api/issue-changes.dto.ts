import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { accountLimits, errorCatalogue, issueLimits, muteWindowMinutes } from '#shared';
import type { MuteWindow } from '#shared';
import { Satisfies } from '../../../config/satisfies.ts';

/** sentry-cli writes `muted` for `ignored`. */
export const statuses = [
  'resolved',
  'unresolved',
  'ignored',
  'muted',
  'resolvedInNextRelease',
  'inNextRelease',
] as const;

export const substatuses = [
  'archived_until_escalating',
  'archived_until_condition_met',
  'archived_forever',
  'ongoing',
] as const;

/** `JsonBody` refuses what Sentry's documentation has beside the fields of `IssueChangesDto`. */
export const ofSentry = {
  drops: [],
  instead: new Map([
    ['inCommit', 'A commit whose message says "Fixes WEB-42" resolves it in its release.'],
    ['inUpcomingRelease', 'There is inNextRelease.'],
    ['hasSeen', 'The search is:new finds what is new.'],
    ['inbox', 'The search is:new finds what is new.'],
    ['isBookmarked', 'Assign the issue, or save a search that finds it.'],
    ['isPublic', 'Only people who are signed in read issues.'],
    ['isSubscribed', 'Alert rules say who is told.'],
    ['priority', 'Lists can be sorted by users (sort=user) and events (sort=freq).'],
    ['discard', 'A mute for good is {"status": "ignored"}; filters of a project refuse events.'],
  ]),
} as const;

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
const COUNT = { message: 'Durations and counts are whole numbers from 1 on.' };
const WINDOW = { message: 'A window is 60, 1440 or 10080 minutes.' };

/** Details of a status. Sentry's clients send them in `statusDetails` or in the body itself. */
export class StatusDetailsDto {
  /** Minutes. */
  @IsOptional()
  @IsInt(COUNT)
  @Min(1, COUNT)
  readonly ignoreDuration?: number | null;

  /** Minutes. Older clients use this name for `ignoreDuration`. */
  @IsOptional()
  @IsInt(COUNT)
  @Min(1, COUNT)
  readonly snoozeDuration?: number | null;

  @IsOptional()
  @IsInt(COUNT)
  @Min(1, COUNT)
  readonly ignoreCount?: number | null;

  @IsOptional()
  @IsInt(COUNT)
  @Min(1, COUNT)
  readonly ignoreUserCount?: number | null;

  /** Minutes within which `ignoreCount` events must come. */
  @IsOptional()
  @IsIn(muteWindowMinutes, WINDOW)
  readonly ignoreWindow?: MuteWindow | null;

  @IsOptional()
  @IsIn(muteWindowMinutes, WINDOW)
  readonly ignoreUserWindow?: MuteWindow | null;

  /** Muted until events come far more often than in the last week. */
  @IsOptional()
  @IsBoolean({ message: 'untilEscalating is true or false.' })
  readonly untilEscalating?: boolean | null;

  /** The same as `untilEscalating`. */
  @IsOptional()
  @IsBoolean({ message: 'ignoreUntilEscalating is true or false.' })
  readonly ignoreUntilEscalating?: boolean | null;

  /** A time of RFC 3339. */
  @IsOptional()
  @Matches(TIME, { message: 'ignoreUntil is a time such as 2026-12-24T00:00:00Z.' })
  readonly ignoreUntil?: string | null;

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.release_invalid'].message })
  @Length(1, issueLimits.releaseCharacters, {
    message: errorCatalogue['issue.release_invalid'].message,
  })
  readonly inRelease?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'inNextRelease is true or false.' })
  readonly inNextRelease?: boolean | null;
}

export class IssueChangesDto extends StatusDetailsDto {
  @IsOptional()
  @IsIn(statuses, { message: `A status is one of ${statuses.join(', ')}.` })
  readonly status?: (typeof statuses)[number] | null;

  /** Only `archived_until_escalating` says more than `status` and `statusDetails`. */
  @IsOptional()
  @IsIn(substatuses, { message: `A substatus is one of ${substatuses.join(', ')}.` })
  readonly substatus?: (typeof substatuses)[number] | null;

  @IsOptional()
  @IsObject({ message: 'statusDetails is an object.' })
  @ValidateNested()
  @Type(() => StatusDetailsDto)
  readonly statusDetails?: StatusDetailsDto | null;

  /** `me`, `user:<id>`, an id or an email address. Null or an empty string removes the assignee. */
  @IsOptional()
  @IsString({ message: errorCatalogue['issue.assignee_unknown'].message })
  @MaxLength(accountLimits.emailLength, {
    message: errorCatalogue['issue.assignee_unknown'].message,
  })
  readonly assignedTo?: string | null;

  @IsOptional()
  @Satisfies((value: unknown) => value === 1 || value === true, { message: 'merge is 1.' })
  readonly merge?: number | boolean | null;
}

export class NoteDto {
  @IsString({ message: errorCatalogue['comment.length'].message })
  @Length(1, issueLimits.commentCharacters, { message: errorCatalogue['comment.length'].message })
  readonly text!: string;
}
