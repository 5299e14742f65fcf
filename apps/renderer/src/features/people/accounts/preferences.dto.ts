import { IsIn, IsOptional, IsString } from 'class-validator';
import type { ActionOf } from '#shared';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Languages of dates, as BCP 47 has them; `iso` is none: 2026-11-26 21:04:07. */
export const dateStyles = ['iso', 'en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP'] as const;
export type DateStyle = (typeof dateStyles)[number];

/** The choices of one person. */
export interface ChosenPreferences {
  readonly theme: Theme;
  /** Name of a time zone; empty: that of the browser. */
  readonly zone: string;
  readonly dates: DateStyle;
  readonly areKeysOn: boolean;
}

export interface PreferencesProps extends ChosenPreferences {
  /** The time zone that the browser has told; absent until it has. */
  readonly browserZone?: string;
  /** All that there are. */
  readonly zones: readonly string[];
  /** Each style, and now in it. */
  readonly examples: readonly (readonly [style: DateStyle, text: string])[];
}

const NO_CHOICE = 'There is no such choice.';

/** `save` */
export class PreferencesDto {
  @IsIn(themes, { message: NO_CHOICE })
  readonly theme!: Theme;

  /** Empty: that of the browser. */
  @IsString({ message: NO_CHOICE })
  readonly zone!: string;

  @IsIn(dateStyles, { message: NO_CHOICE })
  readonly dates!: DateStyle;

  /** A box: absent where it is not checked. */
  @IsOptional()
  @IsIn(['on'], { message: NO_CHOICE })
  readonly keys?: 'on';
}

export type SavePreferencesAction = ActionOf<'save', PreferencesDto>;
