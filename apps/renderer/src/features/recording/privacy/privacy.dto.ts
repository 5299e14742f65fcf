import { IsIn, IsString } from 'class-validator';
import { addressChoices } from '#shared';
import type { ActionOf, AddressChoice, HiddenValue, PrivacyRules } from '#shared';

export interface PrivacyProps {
  readonly slug: string;
  readonly rules: PrivacyRules;
}

const NO_CHOICE = 'There is no such choice.';
const NO_TEXT = 'This is no list of lines.';
const switches = ['no', 'yes'] as const;

/** As the form sends it: lists have one entry a line. */
export class PrivacyDto {
  /** Of secrets. What is typed in a field that is named like a secret is never shown again. */
  @IsString({ message: NO_TEXT })
  readonly hiddenNames!: string;

  @IsString({ message: NO_TEXT })
  readonly safeNames!: string;

  @IsString({ message: NO_TEXT })
  readonly openPaths!: string;

  @IsIn(switches, { message: NO_CHOICE })
  readonly hidesMail!: (typeof switches)[number];

  @IsIn(switches, { message: NO_CHOICE })
  readonly hidesIban!: (typeof switches)[number];

  @IsIn(addressChoices, { message: NO_CHOICE })
  readonly addresses!: AddressChoice;
}

/** A value that is hidden in stored events. */
export interface HiddenBefore extends HiddenValue {
  /** By the rules that are tried it would stay. */
  readonly wouldStay: boolean;
}

/** What rules would do, tried on the latest events. */
export interface PreviewedRules {
  readonly rules: PrivacyRules;
  readonly events: number;
  /** Beside what is hidden already. */
  readonly more: readonly HiddenValue[];
  readonly moreValues: number;
  readonly before: readonly HiddenBefore[];
  /** Places of either list that are not in it. */
  readonly leftOut: number;
}

export type PreviewPrivacyAction = ActionOf<'preview', PrivacyDto, PreviewedRules>;
