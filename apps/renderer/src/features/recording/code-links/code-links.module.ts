import { Module } from '@nestjs/common';
import { CodeLinksController } from './code-links.controller.ts';
import { CodeLinksService } from './code-links.service.ts';

/** Where the code of a project can be read. */
@Module({
  controllers: [CodeLinksController],
  providers: [CodeLinksService],
  exports: [CodeLinksService],
})
export class CodeLinksModule {}
