import { BadRequestException, HttpCode, Post } from '@nestjs/common';
import { BundleStore } from '#product/recording/artifacts';
import type { BundleAnswer } from '#product/recording/artifacts';
import { Clock } from '#shared';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, JsonBody } from '../../../people/tokens/index.ts';
import { ProgramProjects } from '../../../projects/projects/index.ts';
import { BundleDto } from './bundle.dto.ts';

/** As clients read it: `symbolic`'s and sentry-cli's `ChunkedFileState`. */
interface AssembleAnswer {
  readonly state: BundleAnswer['state'];
  readonly missingChunks: readonly string[];
  readonly detail: string | null;
}

/** Has uploaded bundles assembled. Asking again costs nothing. */
@ApiController('organizations/:org/artifactbundle')
@Requires('sourceMaps.upload')
export class BundlesController {
  constructor(
    private readonly bundles: BundleStore,
    private readonly projects: ProgramProjects,
    private readonly clock: Clock,
  ) {}

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
    const answers: BundleAnswer[] = [];
    for (const { id: projectId } of projects) {
      answers.push(
        await this.bundles.ask({
          projectId,
          checksum: bundle.checksum.toLowerCase(),
          chunks: bundle.chunks.map((chunk) => chunk.toLowerCase()),
          ...(bundle.version ? { release: bundle.version } : {}),
          ...(bundle.dist ? { dist: bundle.dist } : {}),
          nowMs: this.clock.nowMs(),
        }),
      );
    }
    return toAnswer(answers);
  }
}

/** Of several projects the one that is furthest from done. */
const ORDER: readonly BundleAnswer['state'][] = [
  'not_found',
  'error',
  'created',
  'assembling',
  'ok',
];

function toAnswer(answers: readonly BundleAnswer[]): AssembleAnswer {
  const [first] = answers.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
  if (first?.state === 'not_found') {
    return { state: 'not_found', missingChunks: first.missing, detail: null };
  }
  return { state: first?.state ?? 'ok', missingChunks: [], detail: first?.detail ?? null };
}
