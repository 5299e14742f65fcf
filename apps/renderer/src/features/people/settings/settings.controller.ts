import { to } from '#shared';
import { Controller, Get } from '@nestjs/common';
import { RedirectException } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn, mayOpen } from '../accounts/index.ts';
import type { Access } from '../accounts/index.ts';
import { NavigationEntry } from '../console/index.ts';
import { Menus } from '../menus/index.ts';
import { SettingsEntry } from './settings-menu.ts';

@Controller('settings')
@ForSignedIn()
// Links to the projects, because `/settings` itself only redirects.
@NavigationEntry({
  name: 'Settings',
  order: 90,
  href: to('/settings/projects'),
  marks: to('/settings'),
})
export class SettingsController {
  constructor(private readonly menus: Menus) {}

  @Get()
  open(@CurrentAccess() access: Access): never {
    const [first] = this.menus.list(SettingsEntry, {
      mayOpen: (controller) => mayOpen(access, controller),
    });
    throw new RedirectException(first?.href ?? '/account');
  }
}
