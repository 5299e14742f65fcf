import { Injectable } from '@nestjs/common';
import { SavedSearchStore } from '#product/triage/saved-searches';
import type { IssueSort } from '#product/recording/issues';
import type { Project } from '#product/projects/projects';
import type { SavedSearch } from '#product/triage/saved-searches';
import { findChoice, searchLimits, toChoices } from '#shared';
import type { FieldErrors } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { listSorts, readSearch } from '../../recording/issue-list/index.ts';
import { toSavedAddress } from './saved-menu.ts';
import type { SavedSearchDto, SavedSearchesProps } from './saved-searches.dto.ts';

export type Saving = { readonly ok: true } | { readonly ok: false; readonly errors: FieldErrors };

const UNKNOWN: Saving = { ok: false, errors: { '': ['There is no such search.'] } };

/** Changing a project's search needs the right to change the project's settings. */
@Injectable()
export class SavedSearchesService {
  constructor(
    private readonly searches: SavedSearchStore,
    private readonly projects: ProjectsService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns the person's own searches first, then those of projects, each sorted by name. Returns
   * none for guests.
   */
  async list(access: Access): Promise<SavedSearch[]> {
    if (!access.user) return [];
    const projectIds = access.listProjects('issues.read');
    return this.searches.list({
      userId: access.user.id,
      ...(projectIds === 'all' ? {} : { projectIds }),
    });
  }

  async show(access: Access, offered: SavedSearchesProps['offered']): Promise<SavedSearchesProps> {
    const [searches, projects] = await Promise.all([
      this.list(access),
      this.projects.list(access.listProjects('issues.read')),
    ]);
    return {
      searches: searches.map((search) => ({
        id: search.id,
        name: search.name,
        query: search.query,
        href: toSavedAddress(search),
        ...(search.project ? { project: search.project.name } : {}),
        isOwn: search.userId !== undefined,
        isDefault: search.isDefault,
        canChange: canChange(access, search),
      })),
      offered,
      sorts: listSorts,
      projects: toChoices(toProjectValues(projects)),
      sharable: toChoices(
        toProjectValues(projects.filter(({ id }) => access.can('project.settings', id))),
      ),
    };
  }

  async save(access: Access, fields: SavedSearchDto): Promise<Saving> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const named = toNamed(fields, projects);
    const errors = refuse(fields, named, access);
    if (Object.keys(errors).length > 0) return { ok: false, errors };
    const id = await this.searches.save({
      ...toOwner(access, named),
      name: fields.name.trim(),
      query: fields.query.trim(),
      sort: named.sort ?? 'lastSeen',
      isDefault: fields.isDefault === 'yes',
    });
    if (id === undefined) {
      const text = `There are ${searchLimits.savedPerOwner} already: remove one first.`;
      return { ok: false, errors: { '': [text] } };
    }
    await this.note(access, await this.searches.find(id), 'search.saved');
    return { ok: true };
  }

  async rename(access: Access, id: number, name: string): Promise<Saving> {
    const search = await this.findTheirs(access, id);
    if (!search) return UNKNOWN;
    const errors = refuseName(name);
    if (errors) return { ok: false, errors };
    if (!(await this.searches.change(id, { name: name.trim() }))) return UNKNOWN;
    await this.note(access, { ...search, name: name.trim() }, 'search.renamed', search.name);
    return { ok: true };
  }

  async setDefault(access: Access, id: number, isDefault: boolean): Promise<Saving> {
    const search = await this.findTheirs(access, id);
    if (!search || !(await this.searches.change(id, { isDefault }))) return UNKNOWN;
    if (search.isDefault !== isDefault) {
      await this.note(access, search, isDefault ? 'search.default' : 'search.no-default');
    }
    return { ok: true };
  }

  async remove(access: Access, id: number): Promise<SavedSearch | undefined> {
    const search = await this.findTheirs(access, id);
    if (!search || !(await this.searches.remove(id))) return undefined;
    await this.note(access, search, 'search.removed');
    return search;
  }

  private async findTheirs(access: Access, id: number): Promise<SavedSearch | undefined> {
    const search = await this.searches.find(id);
    return search && canChange(access, search) ? search : undefined;
  }

  /**
   * The audit log gets only changes of a project's searches. A person's own searches are private.
   */
  private async note(
    access: Access,
    search: SavedSearch | undefined,
    what: string,
    from?: string,
  ): Promise<void> {
    if (search?.projectId === undefined || search.userId !== undefined) return;
    await this.audit.note(access.getSignedIn().user.id, {
      projectId: search.projectId,
      what,
      target: search.name,
      ...(from === undefined ? {} : { from }),
      to: search.query,
    });
  }
}

interface Named {
  readonly sort: IssueSort | undefined;
  readonly project: Project | undefined;
  readonly owner: Project | undefined;
  readonly unknown: FieldErrors;
}

function toNamed({ sort = '', ...fields }: SavedSearchDto, projects: readonly Project[]): Named {
  const [order] = listSorts.find(([value]) => value === sort) ?? [];
  const find = (name: 'project' | 'whose'): Found => {
    const typed = fields[name]?.trim() ?? '';
    if (typed === '') return {};
    const chosen = findChoice('project', typed, toProjectValues(projects));
    return chosen.ok
      ? { project: projects.find(({ slug }) => slug === chosen.value) }
      : { errors: { [name]: [chosen.message] } };
  };
  const [{ project, errors }, owner] = [find('project'), find('whose')];
  return {
    sort: order === '' ? 'lastSeen' : order,
    project,
    owner: owner.project,
    unknown: { ...errors, ...owner.errors },
  };
}

interface Found {
  readonly project?: Project | undefined;
  readonly errors?: FieldErrors;
}

function refuse({ name, query }: SavedSearchDto, named: Named, access: Access): FieldErrors {
  const isOthers = named.owner !== undefined && !access.can('project.settings', named.owner.id);
  return {
    ...refuseName(name),
    ...refuseQuery(query),
    ...(named.sort ? {} : { sort: ['There is no such order.'] }),
    ...named.unknown,
    ...(isOthers ? { whose: ['You may not save searches for this project.'] } : {}),
  };
}

function toOwner(
  access: Access,
  { owner, project }: Named,
): { readonly userId?: number; readonly projectId?: number } {
  if (owner) return { projectId: owner.id };
  return {
    userId: access.getSignedIn().user.id,
    ...(project ? { projectId: project.id } : {}),
  };
}

function canChange(access: Access, { userId, projectId }: SavedSearch): boolean {
  if (userId !== undefined) return userId === access.user?.id;
  return projectId !== undefined && access.can('project.settings', projectId);
}

function refuseName(name: string): FieldErrors | undefined {
  const { length } = name.trim();
  const most = searchLimits.savedNameCharacters;
  return length === 0 || length > most
    ? { name: [`A name has 1 to ${most} characters.`] }
    : undefined;
}

function refuseQuery(query: string): FieldErrors | undefined {
  const { fault } = readSearch(query.trim(), true);
  return fault === undefined ? undefined : { query: [fault] };
}
