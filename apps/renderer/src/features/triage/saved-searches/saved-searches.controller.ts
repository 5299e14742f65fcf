import { Body, Controller, Get, Query } from '@nestjs/common';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';
import type { Project } from '#product/projects/projects';
import { SavedSearchStore } from '#product/triage/saved-searches';
import type { NewSavedSearch, SavedSearch } from '#product/triage/saved-searches';
import { findChoice, searchLimits, toChoices } from '#shared';
import type { ActionOf, PropsOf } from '#shared';
import { Action, Flash, Page, refuseFields } from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, ForSignedIn } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { ListAddressPipe, listSorts, readSearch } from '../../recording/issue-list/index.ts';
import type { ListAddress } from '../../recording/issue-list/index.ts';
import { toSavedAddress } from './saved-menu.ts';
import { SavedSearchesService } from './saved-searches.service.ts';

class SavedSearchDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;

  @IsString({ message: 'This is not a search.' })
  readonly query!: string;

  @IsOptional()
  @IsString({ message: 'There is no such order.' })
  readonly sort?: string;

  /** Slug or name. Absent or empty for all projects. */
  @IsOptional()
  @IsString({ message: 'There is no such project.' })
  readonly project?: string;

  /** Slug or name of the project whose members all get the search. Empty for one's own search. */
  @IsOptional()
  @IsString({ message: 'There is no such project.' })
  readonly whose?: string;

  @IsOptional()
  @IsIn(['yes'], { message: 'This is neither yes nor no.' })
  readonly isDefault?: string;
}

class SavedSearchIdDto {
  @Matches(/^[1-9]\d{0,14}$/, { message: 'There is no such search.' })
  readonly search!: string;
}

class RenamedSearchDto extends SavedSearchIdDto {
  @IsString({ message: 'This is not a name.' })
  readonly name!: string;
}

class DefaultSearchDto extends SavedSearchIdDto {
  @IsIn(['yes', 'no'], { message: 'This is neither yes nor no.' })
  readonly isDefault!: string;
}

export type SaveAction = ActionOf<'save', SavedSearchDto>;
export type RenameAction = ActionOf<'rename', RenamedSearchDto>;
export type SetDefaultAction = ActionOf<'set-default', DefaultSearchDto>;
export type RemoveAction = ActionOf<'remove', SavedSearchIdDto>;

/** Any signed-in person may call these actions. Each of them checks the owner of its search. */
@Controller('issues/searches')
@ForSignedIn()
export class SavedSearchesController {
  constructor(
    private readonly searches: SavedSearchStore,
    private readonly saved: SavedSearchesService,
    private readonly projects: ProjectsService,
    private readonly audit: AuditTrail,
  ) {}

  @Get()
  @Page<PropsOf<SavedSearchesController['show']>>('saved-searches/saved-searches.page', {
    head: () => ({ title: 'Saved searches' }),
  })
  async show(
    @Query(ListAddressPipe) { query, sort, project = '' }: ListAddress,
    @CurrentAccess() access: Access,
  ) {
    const [searches, projects] = await Promise.all([
      this.saved.list(access),
      this.projects.list(access.listProjects('issues.read')),
    ]);
    const sharable = projects.filter(({ id }) => access.can('project.settings', id));
    return {
      searches: searches.map((search) => ({
        id: search.id,
        name: search.name,
        query: search.query,
        href: toSavedAddress(search),
        project: search.project?.name,
        isOwn: search.userId !== null,
        isDefault: search.isDefault,
        canChange: canChange(access, search),
      })),
      offered: { query, sort: sort === 'lastSeen' ? '' : sort, project },
      sorts: listSorts,
      projects: toChoices(toProjectValues(projects)),
      sharable: toChoices(toProjectValues(sharable)),
    };
  }

  @Action<SaveAction>('save')
  async save(
    @Body() { sort = '', isDefault, ...fields }: SavedSearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const [name, query] = [fields.name.trim(), fields.query.trim()];
    const [order] = listSorts.find(([value]) => value === sort) ?? [];
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const { project, fault } = findProject(fields.project, projects);
    const { project: owner, fault: ofOwner } = findProject(fields.whose, projects);
    const isOthers = owner && !access.can('project.settings', owner.id);
    refuseFields({
      name: refuseName(name),
      query: readSearch(query, true).fault,
      sort: order === undefined ? 'There is no such order.' : undefined,
      project: fault,
      whose: isOthers ? 'You may not save searches for this project.' : ofOwner,
    });
    const search = {
      userId: owner ? null : access.getSignedIn().user.id,
      projectId: (owner ?? project)?.id ?? null,
      name,
      query,
      sort: order || 'lastSeen',
      isDefault: isDefault === 'yes',
    } as const;
    const id = await this.searches.save(search, this.tell(access, search, 'search.saved'));
    const most = searchLimits.savedPerOwner;
    refuseFields({ '': id ? undefined : `There are ${most} already: remove one first.` });
    flash({ text: `${name} saved.` });
  }

  @Action<RenameAction>('rename')
  async rename(
    @Body() { search: id, ...fields }: RenamedSearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const search = await this.getTheirs(access, id);
    const name = fields.name.trim();
    refuseFields({ name: refuseName(name) });
    const tell = this.tell(access, { ...search, name }, 'search.renamed', search.name);
    accept(await this.searches.change(search.id, { name }, tell));
    flash({ text: `Renamed to ${name}.` });
  }

  @Action<SetDefaultAction>('set-default')
  async setDefault(
    @Body() fields: DefaultSearchDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const search = await this.getTheirs(access, fields.search);
    const isDefault = fields.isDefault === 'yes';
    if (search.isDefault !== isDefault) {
      const tell = this.tell(access, search, isDefault ? 'search.default' : 'search.no-default');
      accept(await this.searches.change(search.id, { isDefault }, tell));
    }
    const opened = isDefault ? 'this search' : 'unresolved issues';
    flash({ text: `The issue list now opens with ${opened}.` });
  }

  @Action<RemoveAction>('remove')
  async remove(
    @Body() fields: SavedSearchIdDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const search = await this.getTheirs(access, fields.search);
    accept(await this.searches.remove(search.id, this.tell(access, search, 'search.removed')));
    const { userId, name, query, sort, project, isDefault } = search;
    const undone: Record<string, string> = { name, query, sort: sort === 'lastSeen' ? '' : sort };
    if (project) undone[userId === null ? 'whose' : 'project'] = project.slug;
    if (isDefault) undone['isDefault'] = 'yes';
    flash({ text: `${name} removed.`, undo: { action: 'save', fields: undone } });
  }

  private async getTheirs(access: Access, id: string): Promise<SavedSearch> {
    const search = await this.searches.find(Number(id));
    accept(search !== undefined && canChange(access, search));
    return search;
  }

  /** The audit log gets changes of projects' searches alone, because a person's are private. */
  private tell(access: Access, search: NewSavedSearch, what: string, from?: string) {
    const { userId, projectId, name, query } = search;
    if (!projectId || userId || name === from) return undefined;
    const line = { projectId, what, target: name, from, to: query };
    return this.audit.prepare(access.getSignedIn().user.id, line);
  }
}

/** Changing a project's search needs the right to change the project's settings. */
function canChange(access: Access, { userId, projectId }: SavedSearch): boolean {
  if (userId !== null) return userId === access.user?.id;
  return projectId !== null && access.can('project.settings', projectId);
}

function accept(isKnown: boolean): asserts isKnown {
  refuseFields({ '': isKnown ? undefined : 'There is no such search.' });
}

function refuseName({ length }: string): string | undefined {
  const most = searchLimits.savedNameCharacters;
  return length === 0 || length > most ? `A name has 1 to ${most} characters.` : undefined;
}

/** A body of JSON may have null in place of an absent field. */
function findProject(typed: string | null | undefined, projects: readonly Project[]) {
  if (!typed?.trim()) return {};
  const chosen = findChoice('project', typed, toProjectValues(projects));
  if (!chosen.ok) return { fault: chosen.message };
  return { project: projects.find(({ slug }) => slug === chosen.value) };
}
