import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { Clock, parseSearch, searchLimits, to, toIssueTitle, toShortId } from '#shared';
import type { Search } from '#shared';
import { AccountEntry, mayOpen } from '../../../people/accounts/index.ts';
import type { Access } from '../../../people/accounts/index.ts';
import { NavigationEntry } from '../../../people/console/index.ts';
import { matchesTypedWords, Menus } from '../../../people/menus/index.ts';
import { ProjectsService } from '../../../projects/projects/index.ts';
import { FindService } from '../find.service.ts';
import { SettingsSearch } from '../settings/settings-search.service.ts';
import type { PaletteOption } from './palette.dto.ts';

const MENUS = [
  [NavigationEntry, ''],
  [AccountEntry, 'Account'],
] as const;

/** Limit for the options of each kind. When nothing is typed, up to `ALL` settings are shown. */
const OPTIONS_PER_KIND = 6;
const ALL = 50;
const DETAIL_CHARACTERS = 120;

@Injectable()
export class PaletteService {
  constructor(
    private readonly finder: FindService,
    private readonly menus: Menus,
    private readonly settings: SettingsSearch,
    private readonly projects: ProjectsService,
    private readonly issues: IssueStore,
    private readonly clock: Clock,
  ) {}

  async list(text: string, access: Access): Promise<readonly PaletteOption[]> {
    if (text.length > searchLimits.queryCharacters) return [];
    const [quoted, settings, projects, issues] = await Promise.all([
      this.finder.find(text, access),
      this.settings.list(text, access, text === '' ? ALL : OPTIONS_PER_KIND),
      this.listProjects(text, access),
      this.listIssues(text, access),
    ]);
    return [
      ...quoted.map(({ atMs: _atMs, ...target }) => target),
      ...this.listPages(text, access),
      ...settings.map(({ name, href, of }) => ({
        kind: 'Page',
        name,
        detail: of === undefined ? 'Settings' : `Settings of ${of}`,
        href,
      })),
      ...projects,
      ...issues,
    ];
  }

  private listPages(text: string, access: Access): PaletteOption[] {
    const visitor = { mayOpen: (controller: object) => mayOpen(access, controller) };
    return MENUS.flatMap(([menu, within]) =>
      this.menus
        .list(menu, visitor)
        // Leaves out the page *Find*, the only page with a shortcut, because its link opens this
        // palette.
        .filter(({ shortcut }) => shortcut === undefined)
        .map(({ name, href }) => ({
          kind: 'Page',
          name,
          detail: within === '' ? undefined : within,
          href,
        })),
    ).filter(({ name, detail = '' }) => matchesTypedWords(text, `${detail} ${name}`));
  }

  private async listProjects(text: string, access: Access): Promise<PaletteOption[]> {
    const projects = await this.projects.list(access.listProjects('issues.read'));
    return projects
      .filter(({ name, slug }) => matchesTypedWords(text, `${name} ${slug}`))
      .slice(0, OPTIONS_PER_KIND)
      .map(({ name, slug }) => ({
        kind: 'Project',
        name,
        href: to('/issues', {}, { query: `project=${slug}` }),
      }));
  }

  private async listIssues(text: string, access: Access): Promise<PaletteOption[]> {
    const search = readSearch(text, access);
    if (!search) return [];
    const projects = access.listProjects('issues.read');
    const found = await this.issues.list({
      search,
      nowMs: this.clock.nowMs(),
      selfId: access.user ? access.user.id : undefined,
      projectIds: projects === 'all' ? undefined : projects,
      limit: OPTIONS_PER_KIND,
    });
    return found.map(({ id, projectSlug, number, type, value }) => ({
      kind: 'Issue',
      name: toShortId(projectSlug, number),
      detail: toIssueTitle({ type, value }).slice(0, DETAIL_CHARACTERS).toWellFormed(),
      href: to('/issues/:id', { id }),
    }));
  }
}

/**
 * Parses the text as a search for issues, or returns undefined. The last word may be incomplete, so
 * the search is first tried with `*` at its end.
 */
function readSearch(text: string, { user }: Access): Search | undefined {
  const isBegun = /(?:^|\s)[\w.-]{3,}$/.test(text);
  for (const query of [...(isBegun ? [`${text}*`] : []), text]) {
    const read = parseSearch(query);
    if (!read.ok || read.value.length === 0) continue;
    const isOfSelf = read.value.some(
      (term) => term.kind === 'person' && term.values.includes('me'),
    );
    if (user || !isOfSelf) return read.value;
  }
  return undefined;
}
