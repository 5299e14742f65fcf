import { Module } from '@nestjs/common';
import { MenusModule } from '../../people/menus/index.ts';
import { GettingStartedController } from './getting-started.controller.ts';
import { GettingStartedService } from './getting-started.service.ts';
import { StartController } from './start.controller.ts';
import { TestErrors } from './test-errors.ts';

@Module({
  imports: [MenusModule],
  controllers: [GettingStartedController, StartController],
  providers: [GettingStartedService, TestErrors],
})
export class GettingStartedModule {}
