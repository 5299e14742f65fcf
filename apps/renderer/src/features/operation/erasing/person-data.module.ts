import { Module } from '@nestjs/common';
import { AuditModule } from '../../people/audit/index.ts';
import { InstanceDataController } from './instance-data.controller.ts';
import { PersonDataActions } from './person-data-actions.ts';
import { PersonDataService } from './person-data.service.ts';
import { ProjectPersonDataController } from './project-person-data.controller.ts';

@Module({
  imports: [AuditModule],
  controllers: [ProjectPersonDataController, InstanceDataController],
  providers: [PersonDataActions, PersonDataService],
})
export class PersonDataModule {}
