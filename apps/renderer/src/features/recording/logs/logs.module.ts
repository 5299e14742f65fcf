import { Module } from '@nestjs/common';
import { ProjectsModule } from '../../projects/projects/index.ts';
import { LogsController } from './logs.controller.ts';
import { LogsService } from './logs.service.ts';
import { LogsTextController } from './logs-text.controller.ts';
import { LogSettingsController } from './settings/log-settings.controller.ts';
import { LogSettingsService } from './settings/log-settings.service.ts';

@Module({
  imports: [ProjectsModule],
  controllers: [LogsController, LogsTextController, LogSettingsController],
  providers: [LogsService, LogSettingsService],
})
export class LogsModule {}
