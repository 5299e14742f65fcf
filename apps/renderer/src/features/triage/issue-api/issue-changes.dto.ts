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
import { accountLimits, errorCatalogue, issueLimits } from '#shared';
import { Satisfies } from '../../../config/satisfies.ts';

/** Sentry's names. */
const statuses = [
  'resolved',
  'unresolved',
  'ignored',
  'resolvedInNextRelease',
  'inNextRelease',
] as const;

const COUNT = { message: 'Durations and counts are whole numbers from 1 on.' };
const NO_WINDOW = {
  message: 'Errata mutes until a number of events or users more, without a window.',
};

/** How something is to be done, as `statusDetails` or beside it. */
export class StatusDetailsDto {
  /** Minutes. */
  @IsOptional()
  @IsInt(COUNT)
  @Min(1, COUNT)
  readonly ignoreDuration?: number | null;

  /** Minutes; the older name. */
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

  @IsOptional()
  @Satisfies(() => false, NO_WINDOW)
  readonly ignoreWindow?: number | null;

  @IsOptional()
  @Satisfies(() => false, NO_WINDOW)
  readonly ignoreUserWindow?: number | null;

  /** Its version. */
  @IsOptional()
  @IsString({ message: errorCatalogue['issue.release_invalid'].message })
  readonly inRelease?: string | null;

  @IsOptional()
  @IsBoolean({ message: 'inNextRelease is true or false.' })
  readonly inNextRelease?: boolean | null;
}

/** The body that changes issues. A field that a client leaves out stays as it was. */
export class IssueChangesDto extends StatusDetailsDto {
  @IsOptional()
  @IsIn(statuses, { message: `A status is one of ${statuses.join(', ')}.` })
  readonly status?: (typeof statuses)[number] | null;

  /** How an issue is ignored; all but one say what other fields say, too. */
  @IsOptional()
  @NotEquals('archived_until_escalating', {
    message:
      'Errata does not mute until events come more often: mute forever, for a time, or until a number of events or users more.',
  })
  readonly substatus?: string | null;

  @IsOptional()
  @IsObject({ message: 'statusDetails is an object.' })
  @ValidateNested()
  @Type(() => StatusDetailsDto)
  readonly statusDetails?: StatusDetailsDto | null;

  /** `me`, `user:<id>`, an id or an address of mail; null or empty: nobody. */
  @IsOptional()
  @IsString({ message: errorCatalogue['issue.assignee_unknown'].message })
  @MaxLength(accountLimits.emailLength, {
    message: errorCatalogue['issue.assignee_unknown'].message,
  })
  readonly assignedTo?: string | null;

  /** Several issues become one. */
  @IsOptional()
  @Satisfies((value: unknown) => value === 1 || value === true, { message: 'merge is 1.' })
  readonly merge?: number | boolean | null;
}

export class NoteDto {
  /** Markdown. */
  @IsString({ message: errorCatalogue['comment.length'].message })
  @Length(1, issueLimits.commentCharacters, { message: errorCatalogue['comment.length'].message })
  readonly text!: string;
}
