import { Module } from '@nestjs/common';
import { CodeLinksController } from './code-links.controller.ts';
import { CodeLinksService } from './code-links.service.ts';

/** The address of a project's code, by the paths of its frames. */
@Module({
  controllers: [CodeLinksController],
  providers: [CodeLinksService],
  exports: [CodeLinksService],
})
export class CodeLinksModule {}
