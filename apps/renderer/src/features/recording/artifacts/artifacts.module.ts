import { Module } from '@nestjs/common';
import { BundlesController } from './api/bundles.controller.ts';
import { ChunksController } from './api/chunks.controller.ts';
import { DebugFilesController } from './api/debug-files.controller.ts';
import { MissesService } from './misses.service.ts';
import { OwnMaps } from './own-maps.ts';
import { SourceMapsController } from './source-maps.controller.ts';
import { UploadsService } from './uploads.service.ts';
import { SourceMapsService } from './source-maps.service.ts';

@Module({
  controllers: [BundlesController, ChunksController, DebugFilesController, SourceMapsController],
  providers: [MissesService, OwnMaps, SourceMapsService, UploadsService],
  exports: [MissesService, UploadsService],
})
export class ArtifactsModule {}
