import { Module } from '@nestjs/common';
import { MenusModule } from '../menus/index.ts';
import { SettingsLayout } from './settings-layout.ts';
import { SettingsController } from './settings.controller.ts';

/** What the settings pages of all features stand in. */
@Module({
  imports: [MenusModule],
  controllers: [SettingsController],
  providers: [SettingsLayout],
})
export class SettingsModule {}
