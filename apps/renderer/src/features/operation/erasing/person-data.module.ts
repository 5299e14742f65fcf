import { Module } from '@nestjs/common';
import { AuditModule } from '../../people/audit/index.ts';
import { InstanceDataController } from './instance-data.controller.ts';
import { PersonDataActions } from './person-data-actions.ts';
import { PersonDataService } from './person-data.service.ts';
import { ProjectPersonDataController } from './project-person-data.controller.ts';

/** What is stored of people who used an application: found, exported and erased. */
@Module({
  imports: [AuditModule],
  controllers: [ProjectPersonDataController, InstanceDataController],
  providers: [PersonDataActions, PersonDataService],
})
export class PersonDataModule {}
