import { IsString, MaxLength } from 'class-validator';
import { ruleLimits } from '#shared';
import type { ActionOf, Address } from '#shared';

export interface GroupingRulesProps {
  readonly slug: string;
  /** One rule a line, as they were written. */
  readonly text: string;
}

const MOST = ruleLimits.lines * (ruleLimits.lineLength + 2);

export class GroupingRulesDto {
  @IsString({ message: 'This is no list of rules.' })
  @MaxLength(MOST, { message: `Rules have at most ${MOST} characters together.` })
  readonly rules!: string;
}

/** Events of one issue that rules would treat alike. */
export interface PreviewLine {
  /** `WEB-42`: where they count now. */
  readonly shortId: string;
  /** The newest of them, as it would be called; of ignored ones as it is called. */
  readonly title: string;
  readonly href: Address;
  readonly events: number;
  /** The issue to which they would come; absent where that is a new one, or they are ignored, or stay. */
  readonly to?: { readonly shortId: string; readonly href: Address };
  /** The new issue that they would come to, counted from 1. */
  readonly begins?: number;
}

export type PreviewKind = 'ignored' | 'moved' | 'begun' | 'renamed';

export interface PreviewedKind {
  readonly kind: PreviewKind;
  readonly events: number;
  /** How many new issues there would be, or how many others events would come to. */
  readonly issues: number;
  readonly lines: readonly PreviewLine[];
  /** Lines that are not listed. */
  readonly left: number;
}

/** What rules would have done with the latest events. */
export interface PreviewedGroupingRules {
  readonly text: string;
  readonly rules: number;
  readonly events: number;
  /** Without those kinds of which there is no event. */
  readonly kinds: readonly PreviewedKind[];
}

export type PreviewGroupingRulesAction = ActionOf<
  'preview',
  GroupingRulesDto,
  PreviewedGroupingRules
>;
