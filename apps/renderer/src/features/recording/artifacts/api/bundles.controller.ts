import { BadRequestException, HttpCode, Post } from '@nestjs/common';
import type { BundleAnswer } from '#product/recording/artifacts/rules';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, Describes, JsonBody } from '../../../people/api/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { UploadsService } from '../uploads.service.ts';
import { BundleDto } from './bundle.dto.ts';
import { assembledSchema, bundleSchema } from './upload-schemas.ts';

/** Answer in sentry-cli's format. The enum `ChunkedFileState` of sentry-cli lists the states. */
interface AssembleAnswer {
  readonly state: BundleAnswer['state'];
  readonly missingChunks: readonly string[];
  readonly detail: string | null;
}

/**
 * Clients repeat the call `assemble` until the bundle is done. A repeated call starts no second
 * assembly.
 */
@ApiController('organizations/:org/artifactbundle')
@Requires('sourceMaps.upload')
export class BundlesController {
  constructor(
    private readonly uploads: UploadsService,
    private readonly projects: ProgramProjects,
  ) {}

  @Describes({
    summary: 'Assembles a bundle of source maps of its chunks.',
    body: bundleSchema,
    answer: assembledSchema,
    statuses: [200],
  })
  @Post('assemble')
  @HttpCode(200)
  async assemble(
    @JsonBody(BundleDto) bundle: BundleDto,
    @CurrentAccess() access: Access,
  ): Promise<AssembleAnswer> {
    const projects = await this.projects.require(access, bundle.projects, 'sourceMaps.upload');
    if (projects.length === 0) {
      throw new BadRequestException('Name the project: --project <slug>, or SENTRY_PROJECT.');
    }
    return toAnswer(
      await this.uploads.assemble(
        projects.map(({ id }) => id),
        {
          checksum: bundle.checksum.toLowerCase(),
          chunks: bundle.chunks.map((chunk) => chunk.toLowerCase()),
          ...(bundle.version ? { release: bundle.version } : {}),
          ...(bundle.dist ? { dist: bundle.dist } : {}),
        },
      ),
    );
  }
}

function toAnswer(answer: BundleAnswer): AssembleAnswer {
  if (answer.state === 'not_found') {
    return { state: 'not_found', missingChunks: answer.missing, detail: null };
  }
  return { state: answer.state, missingChunks: [], detail: answer.detail ?? null };
}
