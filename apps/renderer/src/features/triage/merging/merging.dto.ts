import { ArrayMaxSize, ArrayNotEmpty, IsString, Matches, MaxLength } from 'class-validator';
import { errorCatalogue, issueLimits } from '#shared';
import type { ActionOf } from '#shared';
import { AsList } from '../../../rendering/index.ts';

/**
 * The events of an issue that have the same grouping key. Merging and unmerging move whole groups.
 */
export interface GroupItem {
  readonly id: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly events: number;
  readonly lastSeenMs: number;
  /** Number of the issue that the group came from. An unmerge returns the group to that issue. */
  readonly from?: number;
}

export interface GroupsProps {
  readonly total: number;
  readonly items: readonly GroupItem[];
  /** Number of groups on this page and earlier ones. Absent on the last page. */
  readonly next?: number;
  readonly isFirstPage: boolean;
}

export interface MergingPartProps {
  /** Slug of the issue's project. */
  readonly project: string;
  /** Absent when the issue has one group only. */
  readonly groups?: GroupsProps;
  readonly canMerge: boolean;
}

const { message: TARGET } = errorCatalogue['issue.merge_target'];
const { message: SOME } = errorCatalogue['issue.unmerge_some'];

export class MergeDto {
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
