import { Module } from '@nestjs/common';
import { FiltersController } from './filters.controller.ts';
import { FiltersService } from './filters.service.ts';
import { IgnoreController } from './ignore.controller.ts';
import { IgnoreService } from './ignore.service.ts';

@Module({
  controllers: [FiltersController, IgnoreController],
  providers: [FiltersService, IgnoreService],
  exports: [FiltersService],
})
export class FiltersModule {}
