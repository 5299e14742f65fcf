import { Get, Param, Query } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, Describes, schema } from '../../../people/tokens/index.ts';
import { HealthAnswers } from './health-answers.ts';
import { healthParameters, healthSchema } from './health-schema.ts';

@ApiController('organizations/:org/releases/:version/health')
export class ReleaseHealthApiController {
  constructor(private readonly answers: HealthAnswers) {}

  /** Sentry has no such call. Its sessions API computes any sum over any time. */
  @Describes({
    summary:
      'Sessions of a release since the beginning of yesterday; of a version alone, those of each package.',
    query: healthParameters,
    answer: schema.listOf(healthSchema),
  })
  @Get()
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @Param('version') version: string,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<readonly object[]> {
    const [environment] = listTexts(query['environment']);
    const projects = listTexts(query['project']).filter((name) => name !== '-1');
    return this.answers.list(access, { version, projects, environment });
  }
}

function listTexts(value: unknown): string[] {
  const texts = [value].flat().filter((each): each is string => typeof each === 'string');
  return texts.filter((text) => text !== '');
}
