import { Type } from 'class-transformer';
import {
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  MaxLength,
  Min,
  NotEquals,
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

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.release_invalid'].message })
  readonly inRelease?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'inNextRelease is true or false.' })
  readonly inNextRelease?: boolean | null;
}

export class IssueChangesDto extends StatusDetailsDto {
  @IsOptional()
  @IsIn(statuses, { message: `A status is one of ${statuses.join(', ')}.` })
  readonly status?: (typeof statuses)[number] | null;

  /**
   * Errata ignores this field, since `status` and `statusDetails` say the same. Errata refuses only
   * `archived_until_escalating`, because it has no such state.
   */
  @IsOptional()
  @NotEquals('archived_until_escalating', {
    message:
      'Errata does not mute until events come more often: mute forever, for a time, or until a number of events or users.',
  })
  readonly substatus?: string | null;

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
