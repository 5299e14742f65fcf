import { IsIn, IsString } from 'class-validator';
import { addressChoices } from '#shared';
import type { ActionOf, AddressChoice, HiddenValue, PrivacyRules } from '#shared';

const NO_CHOICE = 'There is no such choice.';
const NO_TEXT = 'This is no list of lines.';
const switches = ['no', 'yes'] as const;

/** Lists have one entry per line. */
export class PrivacyDto {
  /**
   * Names of fields with secrets. This field must not be named like a secret itself, because forms
   * never show again what was typed into such a field.
   */
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

export interface HiddenBefore extends HiddenValue {
  readonly wouldStay: boolean;
}

export interface PreviewedRules {
  readonly rules: PrivacyRules;
  readonly events: number;
  readonly more: readonly HiddenValue[];
  readonly moreValues: number;
  readonly before: readonly HiddenBefore[];
  readonly leftOut: number;
}

export type PreviewPrivacyAction = ActionOf<'preview', PrivacyDto, PreviewedRules>;
