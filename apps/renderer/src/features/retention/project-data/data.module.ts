import { Module } from '@nestjs/common';
import { PrivacyModule } from '../../recording/privacy/index.ts';
import { FiltersModule } from '../../recording/filters/index.ts';
import { DataController } from './data.controller.ts';
import { DataService } from './data.service.ts';

@Module({
  imports: [FiltersModule, PrivacyModule],
  controllers: [DataController],
  providers: [DataService],
})
export class DataModule {}
