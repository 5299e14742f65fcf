import { Module } from '@nestjs/common';
import { BundlesController } from './api/bundles.controller.ts';
import { ChunksController } from './api/chunks.controller.ts';
import { DebugFilesController } from './api/debug-files.controller.ts';

/** What builds upload: source maps. */
@Module({ controllers: [BundlesController, ChunksController, DebugFilesController] })
export class ArtifactsModule {}
