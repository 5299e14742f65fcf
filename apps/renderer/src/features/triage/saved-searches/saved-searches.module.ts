import { Module } from '@nestjs/common';
import { AuditModule } from '../../people/audit/index.ts';
import { SavedSearchesController } from './saved-searches.controller.ts';
import { SavedSearchesService } from './saved-searches.service.ts';

@Module({
  imports: [AuditModule],
  controllers: [SavedSearchesController],
  providers: [SavedSearchesService],
  exports: [SavedSearchesService],
})
export class SavedSearchesModule {}
