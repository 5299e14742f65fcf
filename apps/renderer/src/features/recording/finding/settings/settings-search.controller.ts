import { Controller, Get, Query } from '@nestjs/common';
import type { PropsOf } from '#shared';
import { Page, UseLayouts } from '../../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { SettingsLayout } from '../../../people/settings/index.ts';
import { SettingsSearch } from './settings-search.service.ts';

const MOST = 50;
const LONGEST = 100;

@Controller('settings/find')
@UseLayouts(SettingsLayout)
@ForSignedIn()
export class SettingsSearchController {
  constructor(private readonly settings: SettingsSearch) {}

  @Get()
  @Page<PropsOf<SettingsSearchController['find']>>('settings/settings-search.page', {
    head: () => ({ title: 'Find a setting' }),
  })
  async find(@Query('q') given: unknown, @CurrentAccess() access: Access) {
    const typed = typeof given === 'string' ? given.trim().slice(0, LONGEST) : '';
    const found = await this.settings.list(typed, access, MOST);
    return { typed, found: [...this.settings.listOfAccount(typed, access), ...found] };
  }
}
