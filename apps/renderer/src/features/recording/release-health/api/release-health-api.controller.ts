import { Get, Param, Put, Query } from '@nestjs/common';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { ApiController, Describes, schema } from '../../../people/api/index.ts';
import { HealthAnswers } from './health-answers.ts';
import type { AskedHealth } from './health-answers.ts';

const { count, listOf, named, object, oneOf, orNull, text, time } = schema;
const percent = orNull({ type: 'number', minimum: 0, maximum: 100 });

const healthParameters = {
  project: { description: 'Slugs or ids.', schema: listOf(text) },
  environment: { description: 'Sessions of this environment.', schema: text },
};

const healthSchema = named(
  'ReleaseHealth',
  object({
    version: text,
    sessions: count,
    crashed: count,
    crashFreeSessions: percent,
    failed: count,
    failedOf: count,
    unhandledFreeSessions: percent,
    users: count,
    crashFreeUsers: percent,
    permalink: orNull(text),
  }),
);

const watchParameters = {
  project: { description: 'Slugs or ids.', schema: listOf(text) },
  environment: { description: 'An environment that gets a place, too.', schema: text },
  seconds: { description: 'How far back names of events are looked at (3600).', schema: count },
};

const shortageSchema = named(
  'NameShortage',
  object({ project: text, names: oneOf('release', 'environment', 'session'), lastAt: time }),
);

const HOUR_S = 3600;
/** Notes of names that ran out are kept this long. */
const MOST_S = 7 * 24 * HOUR_S;

@ApiController('organizations/:org/releases/:version')
export class ReleaseHealthApiController {
  constructor(private readonly answers: HealthAnswers) {}

  /** Sentry has no such call. Its sessions API computes any sum over any time. */
  @Describes({
    summary:
      'Sessions of a release since the beginning of yesterday; of a version alone, those of each package.',
    query: healthParameters,
    answer: schema.listOf(healthSchema),
  })
  @Get('health')
  @Requires('issues.read')
  list(
    @CurrentAccess() access: Access,
    @Param('version') version: string,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<readonly object[]> {
    return this.answers.list(access, { version, ...readPlaces(query) });
  }

  /** Sentry has no such call. A gate asks it, and what a gate asks about is not hidden. */
  @Describes({
    summary:
      'Keeps a place for a release and an environment among those that are counted; answers where such names ran out.',
    query: watchParameters,
    answer: schema.listOf(shortageSchema),
  })
  @Put('watch')
  @Requires('issues.read')
  watch(
    @CurrentAccess() access: Access,
    @Param('version') version: string,
    @Query() query: Readonly<Record<string, unknown>>,
  ): Promise<readonly object[]> {
    const [sent = ''] = listTexts(query['seconds']);
    const seconds = /^\d{1,9}$/.test(sent) ? Math.min(Number(sent), MOST_S) : HOUR_S;
    return this.answers.watch(access, { version, ...readPlaces(query), seconds });
  }
}

function readPlaces(
  query: Readonly<Record<string, unknown>>,
): Pick<AskedHealth, 'projects' | 'environment'> {
  const [environment] = listTexts(query['environment']);
  return { projects: listTexts(query['project']).filter((name) => name !== '-1'), environment };
}

function listTexts(value: unknown): string[] {
  const texts = [value].flat().filter((each): each is string => typeof each === 'string');
  return texts.filter((each) => each !== '');
}
