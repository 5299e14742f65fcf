import {
  BadRequestException,
  Get,
  HttpCode,
  PayloadTooLargeException,
  Post,
  Req,
  ServiceUnavailableException,
} from '@nestjs/common';
import type { Request } from 'express';
import type { ChunkEnd } from '#product/recording/artifacts/rules';
import { artifactLimits } from '#shared';
import { WithoutTurn } from '../../../../rendering/index.ts';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, Describes } from '../../../people/api/index.ts';
import { UploadsService } from '../uploads.service.ts';
import { readChunks } from './chunk-form.ts';
import { chunkSettingsSchema, chunksTakenSchema } from './upload-schemas.ts';

@ApiController('organizations/:org/chunk-upload')
@Requires('sourceMaps.upload')
export class ChunksController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly config: RendererConfig,
  ) {}

  /**
   * Does not offer `zstd`, because the client `sentry` would declare the whole body as compressed.
   * Only the chunks in the body are compressed.
   */
  @Describes({ summary: 'How chunks are uploaded.', answer: chunkSettingsSchema })
  @Get()
  describe(): object {
    const { publicUrl, organisation } = this.config;
    return {
      url: `${publicUrl}/api/0/organizations/${organisation}/chunk-upload/`,
      chunkSize: artifactLimits.chunkBytes,
      chunksPerRequest: artifactLimits.chunksPerRequest,
      maxFileSize: artifactLimits.bundleBytes,
      maxRequestSize: 4 * artifactLimits.chunkBytes,
      concurrency: 8,
      hashAlgorithm: 'sha1',
      compression: ['gzip'],
      maxWait: 300,
      accept: ['release_files', 'artifact_bundles', 'artifact_bundles_v2'],
    };
  }

  @Describes({
    summary: 'Takes chunks, as a form of files that are named by their SHA-1.',
    answer: chunksTakenSchema,
    statuses: [200],
  })
  @Post()
  @HttpCode(200)
  @WithoutTurn()
  async upload(
    @Req() request: Request,
    @CurrentAccess() access: Access,
  ): Promise<readonly never[]> {
    await readChunks(request, async ({ checksum, pieces }) => {
      const end = await this.uploads.addChunk(checksum, pieces, access.user?.id);
      if (end !== 'kept') throw toRefusal(end, checksum);
    });
    return [];
  }
}

function toRefusal(end: Exclude<ChunkEnd, 'kept'>, checksum: string): Error {
  if (end === 'mismatch') {
    return new BadRequestException(`The chunk ${checksum} has another SHA-1 than its name.`);
  }
  if (end === 'too_large') {
    return new PayloadTooLargeException(`The chunk ${checksum} is larger than 8 MiB.`);
  }
  if (end === 'disk_full') {
    return new ServiceUnavailableException(
      'No room for more chunks: the disk of Errata is almost full (DISK_MIN_FREE_BYTES).',
    );
  }
  return new PayloadTooLargeException(
    'No room for more chunks: 1 GiB of yours wait to be assembled, or 4 GiB of all. They go a day after nobody asks for them.',
  );
}
