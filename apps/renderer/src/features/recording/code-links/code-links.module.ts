import { Module } from '@nestjs/common';
import { CodeLinksController } from './code-links.controller.ts';
import { CodeLinksService } from './code-links.service.ts';

@Module({
  controllers: [CodeLinksController],
  providers: [CodeLinksService],
  exports: [CodeLinksService],
})
export class CodeLinksModule {}
