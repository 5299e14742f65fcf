import { ArrayMaxSize, ArrayNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { errorCatalogue, issueLimits } from '#shared';
import type { ActionOf } from '#shared';
import { AsList } from '../as-list.ts';

/** A grouping key of an issue: what is merged and unmerged. */
export interface GroupItem {
  readonly id: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly events: number;
  readonly lastSeenMs: number;
  /** Number of the issue that it came from, and goes back to. */
  readonly from?: number;
}

/** Those of an issue that has several. */
export interface GroupsProps {
  readonly total: number;
  /** Those with the most events first, on pages. */
  readonly items: readonly GroupItem[];
  /** How many come before, on the next page; absent on the last. */
  readonly next?: number;
  readonly isFirstPage: boolean;
  /** The issue's users are being counted anew. */
  readonly isRecounting?: true;
}

const { message: TARGET } = errorCatalogue['issue.merge_target'];
const { message: SOME } = errorCatalogue['issue.unmerge_some'];

export class MergeDto {
  /** Short id of the issue that this one becomes part of. */
  @IsString({ message: TARGET })
  @MaxLength(issueLimits.shortIdCharacters, { message: TARGET })
  readonly into!: string;
}

export class UnmergeDto {
  @AsList()
  @ArrayNotEmpty({ message: SOME })
  @ArrayMaxSize(issueLimits.groupsPerIssue, { message: SOME })
  @Matches(/^[1-9]\d{0,14}$/, { each: true, message: SOME })
  readonly group: readonly string[] = [];
}

export type MergeAction = ActionOf<'merge', MergeDto>;
export type UnmergeAction = ActionOf<'unmerge', UnmergeDto>;
