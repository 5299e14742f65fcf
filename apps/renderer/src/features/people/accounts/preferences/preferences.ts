import { Injectable } from '@nestjs/common';
import { PreferenceStore } from '#product/people/accounts';
import { isTimeZone } from '#shared';
import type { Access } from '../access/access.ts';
import { dateStyles, themes } from '../preferences.dto.ts';
import type { ChosenPreferences } from '../preferences.dto.ts';

const KEYS = 'single-keys';
const DISPLAY = 'display';

const DEFAULTS = { theme: 'system', zone: '', dates: 'iso' } as const;

type Display = Omit<ChosenPreferences, 'areKeysOn'>;

/**
 * How somebody wants the console to look and to answer. Single keys are on unless they are switched off: who speaks to a browser would
 * press them by words (WCAG 2.1.4).
 */
@Injectable()
export class Preferences {
  constructor(private readonly preferences: PreferenceStore) {}

  /** The defaults for a visitor who is not signed in. */
  async read({ user }: Access): Promise<ChosenPreferences> {
    if (!user) return { ...DEFAULTS, areKeysOn: true };
    const [keys, display] = await Promise.all([
      this.preferences.find(user.id, KEYS),
      this.preferences.find(user.id, DISPLAY),
    ]);
    return { ...toDisplay(display), areKeysOn: keys !== 'off' };
  }

  async save(access: Access, { areKeysOn, ...display }: ChosenPreferences): Promise<void> {
    const { id } = access.getSignedIn().user;
    const isDefault = JSON.stringify(toDisplay(display)) === JSON.stringify(DEFAULTS);
    await this.preferences.set(id, KEYS, areKeysOn ? undefined : 'off');
    await this.preferences.set(id, DISPLAY, isDefault ? undefined : display);
  }
}

/** A choice that this version does not know is the default. */
function toDisplay(stored: unknown): Display {
  const { theme, zone, dates } = (stored ?? {}) as Partial<Record<keyof Display, unknown>>;
  return {
    theme: themes.find((each) => each === theme) ?? DEFAULTS.theme,
    zone: typeof zone === 'string' && isTimeZone(zone) ? zone : DEFAULTS.zone,
    dates: dateStyles.find((each) => each === dates) ?? DEFAULTS.dates,
  };
}
