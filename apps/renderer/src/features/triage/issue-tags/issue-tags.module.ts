import { Module } from '@nestjs/common';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { TagsController } from './tags.controller.ts';
import { TagsPart } from './tags.part.ts';
import { TagsService } from './tags.service.ts';

@Module({
  controllers: [TagsController],
  providers: [ProjectOfIssue, TagsPart, TagsService],
  exports: [TagsService],
})
export class IssueTagsModule {}
