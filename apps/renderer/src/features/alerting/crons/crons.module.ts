import { Module } from '@nestjs/common';
import { MonitorAnswers } from './api/monitor-answers.ts';
import { MonitorsApiController } from './api/monitors-api.controller.ts';
import { MonitorLinksController } from './client-links.controller.ts';
import { CronsController } from './crons.controller.ts';
import { CronsService } from './crons.service.ts';
import { MonitorController } from './monitor.controller.ts';
import { MonitorPart } from './monitor.part.ts';
import { MonitorsSignal } from './monitors.signal.ts';
import { ProjectOfMonitor } from './project-of-monitor.ts';

@Module({
  controllers: [CronsController, MonitorController, MonitorsApiController, MonitorLinksController],
  providers: [CronsService, MonitorAnswers, MonitorPart, MonitorsSignal, ProjectOfMonitor],
})
export class CronsModule {}
