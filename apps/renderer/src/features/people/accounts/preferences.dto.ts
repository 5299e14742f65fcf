import { IsIn, IsOptional, IsString } from 'class-validator';
import type { ActionOf } from '#shared';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Locales as BCP 47 tags. `iso` is not a locale and gives `2026-11-26 21:04:07`. */
export const dateStyles = ['iso', 'en-GB', 'en-US', 'de-DE', 'fr-FR', 'es-ES', 'ja-JP'] as const;
export type DateStyle = (typeof dateStyles)[number];

export interface ChosenPreferences {
  readonly theme: Theme;
  /** IANA name of a time zone. Empty means the browser's zone. */
  readonly zone: string;
  readonly dates: DateStyle;
  readonly areKeysOn: boolean;
}

const NO_CHOICE = 'There is no such choice.';

export class PreferencesDto {
  @IsIn(themes, { message: NO_CHOICE })
  readonly theme!: Theme;

  @IsString({ message: NO_CHOICE })
  readonly zone!: string;

  @IsIn(dateStyles, { message: NO_CHOICE })
  readonly dates!: DateStyle;

  @IsOptional()
  @IsIn(['on'], { message: NO_CHOICE })
  readonly keys?: 'on';
}

export type SavePreferencesAction = ActionOf<'save', PreferencesDto>;
