import { Module } from '@nestjs/common';
import { CodeLinkPart } from './code-link.part.ts';
import { CodeLinksController } from './code-links.controller.ts';
import { CodeLinksService } from './code-links.service.ts';

@Module({
  controllers: [CodeLinksController],
  providers: [CodeLinkPart, CodeLinksService],
  exports: [CodeLinksService],
})
export class CodeLinksModule {}
