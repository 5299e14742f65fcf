import { Get, NotFoundException, Param, Post, Put } from '@nestjs/common';
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
import { toKeyAnswer } from './key-answer.ts';
import { KeyChangesDto, toRateText } from './key.dto.ts';
import { keyChangesSchema, keySchema } from './key-schemas.ts';

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
    @JsonBody(KeyChangesDto) { name, ...changes }: KeyChangesDto,
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
    @JsonBody(KeyChangesDto) changes: KeyChangesDto,
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
