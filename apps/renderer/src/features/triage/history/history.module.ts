import { Module } from '@nestjs/common';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { CommentsService } from './comments.service.ts';
import { HistoryPart } from './history.part.ts';
import { HistoryService } from './history.service.ts';

@Module({
  providers: [CommentsService, HistoryPart, HistoryService, ProjectOfIssue],
  exports: [CommentsService],
})
export class HistoryModule {}
