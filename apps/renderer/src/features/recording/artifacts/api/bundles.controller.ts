import { BadRequestException, HttpCode, Post } from '@nestjs/common';
import type { BundleAnswer } from '#product/recording/artifacts/rules';
import { ArrayMaxSize, IsArray, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { artifactLimits } from '#shared';
import { Satisfies } from '../../../../config/satisfies.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { AuditTrail } from '../../../people/audit/index.ts';
import { ApiController, Describes, JsonBody } from '../../../people/api/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { UploadsService } from '../uploads.service.ts';
import { assembledSchema, bundleSchema } from './upload-schemas.ts';

const SHA1 = /^[0-9a-f]{40}$/i;

class BundleDto {
  @Matches(SHA1, { message: 'The checksum of the bundle is not a SHA-1.' })
  readonly checksum!: string;

  @IsArray({ message: 'The bundle has no list of chunks.' })
  @ArrayMaxSize(artifactLimits.chunksPerBundle, {
    message: 'The bundle is larger than 1 GiB.',
  })
  @Matches(SHA1, { each: true, message: 'The checksum of a chunk is not a SHA-1.' })
  readonly chunks!: readonly string[];

  @IsArray({ message: 'Name the project: --project <slug>, or SENTRY_PROJECT.' })
  @ArrayMaxSize(100, { message: 'The bundle names more than 100 projects.' })
  @Satisfies(areSlugsOrIds, { message: 'A project is a slug or an id.' })
  readonly projects!: readonly (string | number)[];

  @IsOptional()
  @IsString({ message: 'The release is not a text.' })
  @MaxLength(artifactLimits.releaseLength, {
    message: 'The release is longer than 200 characters.',
  })
  readonly version?: string | null;

  @IsOptional()
  @IsString({ message: 'The distribution is not a text.' })
  @MaxLength(artifactLimits.releaseLength, {
    message: 'The distribution is longer than 200 characters.',
  })
  readonly dist?: string | null;
}

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
    private readonly audit: AuditTrail,
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
    const answer = await this.uploads.assemble(
      projects.map(({ id }) => id),
      {
        checksum: bundle.checksum.toLowerCase(),
        chunks: bundle.chunks.map((chunk) => chunk.toLowerCase()),
        release: bundle.version || undefined,
        dist: bundle.dist || undefined,
      },
      (projectId) =>
        this.audit.prepareOfProgram(access, {
          what: 'source-maps.added',
          target: bundle.version || undefined,
          projectIds: [projectId],
        }),
    );
    return toAnswer(answer);
  }
}

function toAnswer(answer: BundleAnswer): AssembleAnswer {
  if (answer.state === 'not_found') {
    return { state: 'not_found', missingChunks: answer.missing, detail: null };
  }
  return { state: answer.state, missingChunks: [], detail: answer.detail ?? null };
}

function areSlugsOrIds(names: unknown): boolean {
  return Array.isArray(names) && names.every((name) => /string|number/.test(typeof name));
}
