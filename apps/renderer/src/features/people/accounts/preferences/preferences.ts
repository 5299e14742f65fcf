import { Injectable } from '@nestjs/common';
import { PreferenceStore } from '#product/people/accounts';
import { isTimeZone } from '#shared';
import type { Access } from '../access/access.ts';
import { dateStyles, themes } from '../preferences.dto.ts';
import type { ChosenPreferences } from '../preferences.dto.ts';

const NAME = 'console';

const DEFAULTS: ChosenPreferences = { theme: 'system', zone: '', dates: 'iso', areKeysOn: true };

/**
 * Single-key shortcuts are on by default. People can switch them off, because speech input may
 * trigger them by accident (WCAG 2.1.4).
 */
@Injectable()
export class Preferences {
  constructor(private readonly preferences: PreferenceStore) {}

  async read({ user }: Access): Promise<ChosenPreferences> {
    return user ? toPreferences(await this.preferences.find(user.id, NAME)) : DEFAULTS;
  }

  async save(access: Access, chosen: ChosenPreferences): Promise<void> {
    await this.preferences.set(access.getSignedIn().user.id, NAME, chosen);
  }
}

function toPreferences(stored: unknown): ChosenPreferences {
  const { theme, zone, dates, areKeysOn } = (stored ?? {}) as Record<string, unknown>;
  return {
    theme: themes.find((each) => each === theme) ?? DEFAULTS.theme,
    zone: typeof zone === 'string' && isTimeZone(zone) ? zone : DEFAULTS.zone,
    dates: dateStyles.find((each) => each === dates) ?? DEFAULTS.dates,
    areKeysOn: areKeysOn !== false,
  };
}
