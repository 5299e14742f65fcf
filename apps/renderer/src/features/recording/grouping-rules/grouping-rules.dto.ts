import { IsString, MaxLength } from 'class-validator';
import { ruleLimits } from '#shared';
import type { ActionOf, Address } from '#shared';

const MOST = ruleLimits.lines * (ruleLimits.lineLength + 2);

export class GroupingRulesDto {
  @IsString({ message: 'This is no list of rules.' })
  @MaxLength(MOST, { message: `Rules have at most ${MOST} characters together.` })
  readonly rules!: string;
}

/** Events of one issue that the rules would treat alike. */
export interface PreviewLine {
  readonly shortId: string;
  /**
   * Title that the newest of these events would get, or its present title when the rules would
   * ignore the events.
   */
  readonly title: string;
  readonly href: Address;
  readonly events: number;
  /**
   * Existing issue that the events would move to. Absent when the issue would be new, and when the
   * events stay or are ignored.
   */
  readonly to?: { readonly shortId: string; readonly href: Address };
  /** Number of the new issue that the events would go to. New issues are numbered from 1. */
  readonly begins?: number;
}

export type PreviewKind = 'ignored' | 'moved' | 'begun' | 'renamed';

export interface PreviewedKind {
  readonly kind: PreviewKind;
  readonly events: number;
  /** Number of new issues for `begun`, and of issues that receive events for `moved`. */
  readonly issues: number;
  readonly lines: readonly PreviewLine[];
  readonly linesLeftOut: number;
}

export interface PreviewedGroupingRules {
  readonly text: string;
  readonly rules: number;
  readonly events: number;
  readonly kinds: readonly PreviewedKind[];
}

export type PreviewGroupingRulesAction = ActionOf<
  'preview',
  GroupingRulesDto,
  PreviewedGroupingRules
>;
