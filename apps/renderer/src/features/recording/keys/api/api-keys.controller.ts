import { Get, NotFoundException, Param, Post, Put } from '@nestjs/common';
import { IsBoolean, IsOptional, IsString, Length } from 'class-validator';
import { projectLimits } from '#shared';
import { Satisfies } from '../../../../config/satisfies.ts';
import { CurrentAccess, Requires } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import {
  ApiController,
  RequestedPage,
  Describes,
  JsonBody,
  pageParameters,
  schema,
  toRefusal,
} from '../../../people/api/index.ts';
import type { PageOfList } from '../../../people/api/index.ts';
import { ProgramProjects, ProjectSettingsService } from '../../../projects/projects/index.ts';
import type { KeyDsn } from '../../../projects/projects/index.ts';

const NAME = `A key has a name of 1 to ${projectLimits.nameLength} characters.`;
const RATE = `A rateLimit is null, or 1 to ${projectLimits.reportsPerMinute} reports (count) in a window of 60 seconds.`;

interface RateLimit {
  readonly count: number;
  /** Seconds. */
  readonly window: number;
}

const OF_TERRAFORM = { drops: ['browserSdkVersion', 'dynamicSdkLoaderOptions'] };

class KeyChangesDto {
  @IsOptional()
  @IsBoolean({ message: 'isActive is true or false.' })
  readonly isActive?: boolean | null;

  @IsOptional()
  @IsString({ message: NAME })
  @Length(1, projectLimits.nameLength, { message: NAME })
  readonly name?: string | null;

  @IsOptional()
  @Satisfies(isRateLimit, { message: RATE })
  readonly rateLimit?: RateLimit | null;
}

const { count, flag, named, object, orNull, text, time } = schema;

const keySchema = named(
  'Key',
  object({
    id: text,
    name: text,
    label: text,
    public: text,
    projectId: count,
    isActive: flag,
    rateLimit: orNull(object({ count, window: count })),
    dsn: object({ public: text }),
    dateCreated: orNull(time),
  }),
);

const keyChangesSchema = object(
  {},
  {
    isActive: orNull(flag),
    name: orNull(text),
    rateLimit: orNull(object({ count, window: count })),
  },
);

/**
 * The public key serves as the id of a key. Every DSN contains the public key, so the address gives
 * no secret away.
 */
@ApiController('projects/:org/:project/keys')
@Requires('project.keys')
export class ApiKeysController {
  constructor(
    private readonly programProjects: ProgramProjects,
    private readonly settings: ProjectSettingsService,
  ) {}

  @Describes({
    summary: 'Keys of a project, the oldest first.',
    query: pageParameters,
    answer: schema.listOf(keySchema),
  })
  @Get()
  async list(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @RequestedPage() page: PageOfList,
  ): Promise<readonly object[]> {
    const id = await this.findProject(access, project);
    const keys = await this.settings.listKeys(id);
    return page.show(keys.slice(page.offset)).map((key) => toKeyAnswer(id, key));
  }

  @Describes({ summary: 'Makes a key.', body: keyChangesSchema, answer: keySchema })
  @Post()
  async add(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @JsonBody(KeyChangesDto, OF_TERRAFORM) { name, ...changes }: KeyChangesDto,
  ): Promise<object> {
    const id = await this.findProject(access, project);
    const added = await this.settings.addKey(id, access.getPerson().id, name ?? undefined);
    if (!added.ok) throw toRefusal(added.code);
    await this.applyChanges(access, { projectId: id, publicKey: added.publicKey }, changes);
    return this.findKey(id, added.publicKey);
  }

  @Describes({ summary: 'A key.', answer: keySchema })
  @Get(':key')
  async show(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @Param('key') publicKey: string,
  ): Promise<object> {
    return this.findKey(await this.findProject(access, project), publicKey);
  }

  @Describes({ summary: 'Changes a key.', body: keyChangesSchema, answer: keySchema })
  @Put(':key')
  async change(
    @CurrentAccess() access: Access,
    @Param('project') project: string,
    @Param('key') publicKey: string,
    @JsonBody(KeyChangesDto, OF_TERRAFORM) changes: KeyChangesDto,
  ): Promise<object> {
    const id = await this.findProject(access, project);
    await this.findKey(id, publicKey);
    await this.applyChanges(access, { projectId: id, publicKey }, changes);
    return this.findKey(id, publicKey);
  }

  private async applyChanges(
    access: Access,
    { projectId, publicKey }: { readonly projectId: number; readonly publicKey: string },
    changes: KeyChangesDto,
  ): Promise<void> {
    const { isActive: enabled, name: label } = changes;
    const rate = toRateText(changes);
    const { settings } = this;
    const byId = () => access.getPerson().id;
    const results = [
      typeof enabled === 'boolean' &&
        (await settings.setKeyEnabled(projectId, { publicKey, enabled }, byId())),
      typeof label === 'string' &&
        (await settings.labelKey(projectId, { publicKey, label }, byId())),
      rate !== undefined && (await settings.limitKey(projectId, { publicKey, rate }, byId())),
    ];
    for (const result of results) if (result && !result.ok) throw toRefusal(result.code);
  }

  private async findProject(access: Access, name: string): Promise<number> {
    const [project] = await this.programProjects.require(access, [name], 'project.keys');
    return project!.id;
  }

  private async findKey(projectId: number, publicKey: string): Promise<object> {
    const keys = await this.settings.listKeys(projectId);
    const key = keys.find((each) => each.publicKey === publicKey);
    if (!key) throw new NotFoundException('The project has no such key.');
    return toKeyAnswer(projectId, key);
  }
}

function toKeyAnswer(
  projectId: number,
  { publicKey, dsn, isEnabled, reportsPerMinute, label = publicKey.slice(0, 8) }: KeyDsn,
): object {
  return {
    id: publicKey,
    name: label,
    label,
    public: publicKey,
    projectId,
    isActive: isEnabled,
    rateLimit: reportsPerMinute === undefined ? null : { count: reportsPerMinute, window: 60 },
    dsn: { public: dsn },
    dateCreated: null,
  };
}

/** Returns undefined where nothing is to change, and an empty text for no limit. */
function toRateText({ rateLimit }: KeyChangesDto): string | undefined {
  if (rateLimit === undefined) return undefined;
  return rateLimit === null || rateLimit.count === 0 ? '' : String(rateLimit.count);
}

/** Terraform sends zeros for a key without a limit. */
function isRateLimit(value: unknown): boolean {
  const { count: reports, window } = value as Partial<RateLimit>;
  if (reports === 0 && window === 0) return true;
  const isCount =
    Number.isInteger(reports) && reports! >= 1 && reports! <= projectLimits.reportsPerMinute;
  return isCount && window === 60;
}
