import { Module } from '@nestjs/common';
import { ArtifactsModule } from '../../recording/artifacts/index.ts';
import { ProjectOfIssue } from '../../recording/issues/index.ts';
import { CodeView } from './code-view.ts';
import { ReprocessingService } from './reprocessing.service.ts';
import { SourceMapsPart } from './source-maps.part.ts';

@Module({
  imports: [ArtifactsModule],
  providers: [CodeView, ProjectOfIssue, ReprocessingService, SourceMapsPart],
  exports: [CodeView],
})
export class ReprocessingModule {}
