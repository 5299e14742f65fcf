import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
} from 'class-validator';
import { errorCatalogue, issueLimits } from '#shared';
import type { ActionOf, Address, Choices, IssueState } from '#shared';
import { AsList } from '../../../rendering/index.ts';

export interface Person {
  readonly id: number;
  readonly name: string;
}

export interface TriageOffer {
  readonly selfId: number;
  /** Ids with names, or email addresses with names of the first people of many. */
  readonly people: Choices;
  /**
   * The change "resolve in the next release" means the release after `release`. `environments` are
   * the issue's environments that have seen `release`. Null when no event of the issue names a
   * release, and absent for several issues.
   */
  readonly base?: { readonly release: string; readonly environments: readonly string[] } | null;
  /** The mute "until it gets worse": more than `over` events, where at most `most` came. */
  readonly worse?: { readonly over: number; readonly most: number; readonly within: string };
}

export interface StandingProps {
  readonly state: IssueState;
  /** Absent when an event or the passing of time changed the state. */
  readonly stateBy?: string;
  readonly assignee?: Person;
  /** Absent when the reader may not change the issue. */
  readonly triage?: TriageOffer;
  /**
   * The page on which the reader can filter future events like this one. Absent when the reader may
   * not do so.
   */
  readonly ignore?: Address;
}

const { message: NONE_SELECTED } = errorCatalogue['issue.none_selected'];
const { message: TOO_MANY } = errorCatalogue['issue.too_many'];
const { message: UNKNOWN_CHANGE } = errorCatalogue['issue.change_unknown'];

const ID = /^[1-9]\d{0,14}$/;

type Window = 'Hour' | 'Day' | 'Week';

/** `eventsInHour` means events within an hour. */
export type MuteUnit =
  | 'hours'
  | 'days'
  | 'weeks'
  | 'events'
  | 'users'
  | `${'events' | 'users'}In${Window}`;

/** The pressed button names the change. The other fields belong to the inputs beside it. */
export class TriageDto {
  @IsOptional()
  @IsString({ message: UNKNOWN_CHANGE })
  @MaxLength(32, { message: UNKNOWN_CHANGE })
  readonly change?: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.release_invalid'].message })
  readonly release?: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.mute_amount_invalid'].message })
  readonly amount?: string;

  /** A `MuteUnit`. */
  @IsOptional()
  @IsString({ message: UNKNOWN_CHANGE })
  readonly unit?: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['issue.assignee_unknown'].message })
  readonly assignee?: string;

  @IsOptional()
  @IsString({ message: errorCatalogue['comment.length'].message })
  readonly comment?: string;
}

export class ListTriageDto extends TriageDto {
  @AsList()
  @ArrayNotEmpty({ message: NONE_SELECTED })
  @ArrayMaxSize(issueLimits.issuesPerChange, { message: TOO_MANY })
  @Matches(ID, { each: true, message: errorCatalogue['issue.unknown'].message })
  readonly issue: readonly string[] = [];
}

export class UndoDto {
  @AsList()
  @ArrayNotEmpty({ message: UNKNOWN_CHANGE })
  @ArrayMaxSize(issueLimits.issuesPerChange, { message: TOO_MANY })
  @Matches(ID, { each: true, message: errorCatalogue['issue.not_undoable'].message })
  readonly history: readonly string[] = [];
}

/** The list sends the selected issues. An issue's page sends none and means its own issue. */
export type TriageAction = ActionOf<'triage', ListTriageDto>;
export type UndoAction = ActionOf<'undo', UndoDto>;
