import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { errorCatalogue, issueLimits } from '#shared';
import type { ActionOf } from '#shared';
import { AsList } from '../as-list.ts';

const { message: NONE_SELECTED } = errorCatalogue['issue.none_selected'];
const { message: TOO_MANY } = errorCatalogue['issue.too_many'];
const { message: UNKNOWN_CHANGE } = errorCatalogue['issue.change_unknown'];

const ID = /^[1-9]\d{0,14}$/;

/** How long an issue is muted is counted in these. */
export type MuteUnit = 'hours' | 'days' | 'weeks' | 'events' | 'users';

/** What is to be done to issues: what the button that was pressed says, with the field beside it. */
export class TriageDto {
  @IsOptional()
  @IsString({ message: UNKNOWN_CHANGE })
  @MaxLength(32, { message: UNKNOWN_CHANGE })
  readonly change?: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.release_invalid'].message })
  readonly release?: string;

  /** A whole number, as it is typed. */
  @IsOptional()
  @IsString({ message: errorCatalogue['issue.mute_amount_invalid'].message })
  readonly amount?: string;

  /** A `MuteUnit`. */
  @IsOptional()
  @IsString({ message: UNKNOWN_CHANGE })
  readonly unit?: string;

  /** A user's id. */
  @IsOptional()
  @IsString({ message: errorCatalogue['issue.assignee_unknown'].message })
  readonly assignee?: string;

  /** Said about the issues as they are assigned. */
  @IsOptional()
  @IsString({ message: errorCatalogue['comment.length'].message })
  readonly comment?: string;
}

/** The same, of the issues that were selected. */
export class ListTriageDto extends TriageDto {
  @AsList()
  @ArrayNotEmpty({ message: NONE_SELECTED })
  @ArrayMaxSize(issueLimits.issuesPerChange, { message: TOO_MANY })
  @Matches(ID, { each: true, message: errorCatalogue['issue.unknown'].message })
  readonly issue: readonly string[] = [];
}

export class UndoDto {
  /** Ids of what is taken back. */
  @AsList()
  @ArrayNotEmpty({ message: UNKNOWN_CHANGE })
  @ArrayMaxSize(issueLimits.issuesPerChange, { message: TOO_MANY })
  @Matches(ID, { each: true, message: errorCatalogue['issue.not_undoable'].message })
  readonly history: readonly string[] = [];
}

/** Of the list: for those that are selected; of the page of an issue: for that one. */
export type TriageAction = ActionOf<'triage', ListTriageDto>;
export type UndoAction = ActionOf<'undo', UndoDto>;
