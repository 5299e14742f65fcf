import { Module } from '@nestjs/common';
import { MenusModule } from '../menus/index.ts';
import { SettingsLayout } from './settings-layout.ts';
import { SettingsController } from './settings.controller.ts';

@Module({
  imports: [MenusModule],
  controllers: [SettingsController],
  providers: [SettingsLayout],
})
export class SettingsModule {}
