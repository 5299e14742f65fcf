import { Body, Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Clock, formatMoment, isTimeZone } from '#shared';
import type { PropsOf } from '#shared';
import { Action, Flash, InvalidFieldsException, Page } from '../../../../rendering/index.ts';
import type { TellFlash } from '../../../../rendering/index.ts';
import type { Access } from '../access/access.ts';
import { CurrentAccess } from '../access/current-access.decorator.ts';
import { AccountSection } from '../account/account-section.decorator.ts';
import { dateStyles, PreferencesDto } from '../preferences.dto.ts';
import type { ChosenPreferences, SavePreferencesAction } from '../preferences.dto.ts';
import { readBrowserZone } from './browser-zone.ts';
import { Preferences } from './preferences.ts';

@AccountSection({ name: 'Preferences', segment: 'preferences', order: 30 })
export class PreferencesController {
  constructor(
    private readonly preferences: Preferences,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<PropsOf<PreferencesController['show']>>('accounts/preferences.page', {
    head: () => ({ title: 'Preferences' }),
  })
  async show(@CurrentAccess() access: Access, @Req() request: Request) {
    const chosen = await this.preferences.read(access);
    const browserZone = readBrowserZone(request);
    const zone = chosen.zone || (browserZone ?? 'UTC');
    const nowMs = this.clock.nowMs();
    return {
      ...chosen,
      browserZone,
      zones: ['UTC', ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC')],
      examples: dateStyles.map((dates) => [dates, formatMoment(nowMs, { zone, dates })] as const),
    };
  }

  @Action<SavePreferencesAction>('save')
  async save(
    @Body() { theme, zone, dates, keys }: PreferencesDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    if (zone !== '' && !isTimeZone(zone)) {
      throw new InvalidFieldsException({ zone: ['There is no such time zone.'] });
    }
    const before = await this.preferences.read(access);
    await this.preferences.save(access, { theme, zone, dates, areKeysOn: keys === 'on' });
    flash({ text: 'Preferences saved.', undo: { action: 'save', fields: toFields(before) } });
  }
}

function toFields({ areKeysOn, theme, zone, dates }: ChosenPreferences): Record<string, string> {
  return { theme, zone, dates, ...(areKeysOn ? { keys: 'on' } : {}) };
}
