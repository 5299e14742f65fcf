import { BadRequestException, ForbiddenException, Injectable } from '@nestjs/common';
import type { Project } from '#product/projects/projects';
import { ReportedReleaseStore } from '#product/recording/releases';
import type { ReleaseChanges, TellRelease, ToldRelease } from '#product/recording/releases';
import { readCommits, readRefs, readSentTime } from '#product/recording/releases/rules';
import type { ToldCommit } from '#product/recording/releases/rules';
import { Clock } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import type { PageOfList } from '../../people/api/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import { ProgramProjects } from '../../projects/projects/index.ts';
import type { NewDeployDto } from './deploy.dto.ts';
import type { NamedRelease } from './named-release.ts';
import { toDeployAnswer, toReleaseAnswer } from './release-answer.ts';
import type { NewReleaseDto, ProjectNames, ReleaseChangesDto } from './release.dto.ts';
import type { ReleaseFilter } from './release-filter.ts';

/**
 * Serves releases to API clients. A token sees a release when the token may read one of its
 * projects. Changing a release needs the right to write in all of its projects.
 */
@Injectable()
export class ReleasesService {
  constructor(
    private readonly store: ReportedReleaseStore,
    private readonly projects: ProgramProjects,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates the release if necessary, and changes it. Only a new release needs a project, because
   * sentry-cli archives a release without naming a project.
   */
  async createOrChange(
    access: Access,
    { version, ...fields }: NewReleaseDto,
    project?: string,
  ): Promise<{ readonly isNew: boolean; readonly answer: object }> {
    const names = [...(project === undefined ? [] : [project]), ...(fields.projects ?? [])];
    const projectIds = (await this.resolve(access, names)) ?? [];
    if (projectIds.length === 0 && !(await this.find(access, { version }))) {
      throw new BadRequestException(await this.askForProjects(access));
    }
    const known = await this.store.find(version, []);
    if (known) this.requireWritable(access, known);
    const atMs = this.clock.nowMs();
    const changes = { ...toChanges(fields), projectIds, atMs };
    const isNew = await this.store.upsert(version, changes, this.tell(access, version));
    return { isNew, answer: (await this.show(access, { version })) ?? {} };
  }

  async change(
    access: Access,
    named: NamedRelease,
    fields: ReleaseChangesDto,
  ): Promise<object | undefined> {
    const release = await this.find(access, named);
    if (!release) return undefined;
    this.requireWritable(access, release);
    const projectIds = await this.resolve(access, fields.projects);
    const changes = { ...toChanges(fields), projectIds };
    const tell = this.tell(access, named.version);
    if (!(await this.store.change(named.version, changes, tell))) return undefined;
    return this.show(access, named);
  }

  async remove(access: Access, named: NamedRelease): Promise<boolean> {
    const release = await this.find(access, named);
    if (!release) return false;
    this.requireWritable(access, release);
    return this.store.remove(named.version, this.tell(access, named.version));
  }

  async show(access: Access, named: NamedRelease): Promise<object | undefined> {
    const release = await this.find(access, named);
    return release && toReleaseAnswer(release, await this.listReadable(access));
  }

  async list(access: Access, filter: ReleaseFilter, page: PageOfList): Promise<readonly object[]> {
    const projects = await this.listReadable(access);
    const asked = filter.projects
      ? await this.projects.require(access, filter.projects, 'releases.read')
      : projects;
    const releases = await this.store.list({
      projectIds: asked.map(({ id }) => id),
      status: filter.status,
      text: filter.text,
      offset: page.offset,
      limit: page.limit + 1,
    });
    return page.show(releases).map((release) => toReleaseAnswer(release, projects));
  }

  async listReleases(
    access: Access,
    { projects, text, limit }: { projects?: readonly string[]; text?: string; limit: number },
  ): Promise<readonly ToldRelease[]> {
    const asked = projects
      ? await this.projects.require(access, projects, 'releases.read')
      : await this.listReadable(access);
    const projectIds = asked.map(({ id }) => id);
    return this.store.list({ projectIds, offset: 0, limit, text: text || undefined });
  }

  async listCommits(
    access: Access,
    named: NamedRelease,
  ): Promise<readonly ToldCommit[] | undefined> {
    const release = await this.find(access, named);
    const readable = (await this.listReadable(access)).map(({ id }) => id);
    return release && this.store.listCommits(release.id, readable);
  }

  /**
   * Resolves with the latest earlier release that has commits and shares a project with this
   * release.
   */
  async findPrevious(access: Access, named: NamedRelease): Promise<object | undefined> {
    const release = await this.find(access, named);
    if (!release) return undefined;
    const projects = await this.listReadable(access);
    const ids = projects.flatMap(({ id }) => (release.projectIds.includes(id) ? [id] : []));
    const previous = await this.store.findPreviousWithCommits(release, ids);
    return previous && toReleaseAnswer(previous, projects);
  }

  async deploy(
    access: Access,
    named: NamedRelease,
    fields: NewDeployDto,
  ): Promise<object | undefined> {
    const release = await this.find(access, named);
    if (!release) return undefined;
    this.requireWritable(access, release);
    const projectIds = await this.resolve(access, fields.projects);
    const { environment, name, url } = fields;
    const startedAtMs = toTime(fields.dateStarted);
    const sent = {
      environment,
      name: typeof name === 'string' ? name : undefined,
      url: typeof url === 'string' ? url : undefined,
      startedAtMs,
      // sentry-cli panics when it lists a deploy that has not finished.
      finishedAtMs: toTime(fields.dateFinished) ?? this.clock.nowMs(),
      projectIds,
    };
    const tell = this.tell(access, named.version, { environment });
    const deploy = await this.store.addDeploy(named.version, sent, tell);
    if (!deploy) return undefined;
    return toDeployAnswer(deploy, await this.listReadable(access));
  }

  async listDeploys(access: Access, named: NamedRelease): Promise<readonly object[] | undefined> {
    const release = await this.find(access, named);
    if (!release) return undefined;
    const projects = await this.listReadable(access);
    const deploys = await this.store.listDeploys(release.id);
    return deploys.map((deploy) => toDeployAnswer(deploy, projects));
  }

  /** Throws 400 when the token knows no project of the name that the address has. */
  async find(access: Access, { version, project }: NamedRelease): Promise<ToldRelease | undefined> {
    const readable = await this.listReadable(access);
    const projects =
      project === undefined
        ? readable
        : await this.projects.require(access, [project], 'releases.read');
    const release = await this.store.find(
      version,
      readable.map(({ id }) => id),
    );
    return release && projects.some(({ id }) => release.projectIds.includes(id))
      ? release
      : undefined;
  }

  private tell(access: Access, target: string, to?: object): TellRelease {
    return (did, projectIds) =>
      this.audit.prepareOfProgram(access, { what: `release.${did}`, target, projectIds, to });
  }

  private listReadable(access: Access): Promise<readonly Project[]> {
    return this.projects.listWith(access, 'releases.read');
  }

  private async resolve(
    access: Access,
    names: ProjectNames | null | undefined,
  ): Promise<readonly number[] | undefined> {
    if (!names) return undefined;
    const projects = await this.projects.require(access, names, 'releases.write');
    return [...new Set(projects.map(({ id }) => id))];
  }

  /**
   * Throws 403 unless the token may write in every project of the release, since a change is
   * visible in all of them.
   */
  private requireWritable(access: Access, { version, projectIds }: ToldRelease): void {
    if (projectIds.every((id) => access.can('releases.write', id))) return;
    throw new ForbiddenException(
      `This token may not change the release '${version}'. Use a token of the organisation.`,
    );
  }

  private async askForProjects(access: Access): Promise<string> {
    const slugs = (await this.projects.list(access)).map(({ slug }) => slug).slice(0, 20);
    return `Name the projects of the release: ${slugs.join(', ') || 'this token knows of none'}.`;
  }
}

function toChanges(fields: ReleaseChangesDto): ReleaseChanges {
  const { status, ref, url, commits, refs } = fields;
  const startedAtMs = toTime(fields.dateStarted);
  const releasedAtMs = toTime(fields.dateReleased);
  const toldCommits = commits ? readCommits(commits) : undefined;
  const toldRefs = refs ? readRefs(refs) : undefined;
  return {
    status: status || undefined,
    ref: typeof ref === 'string' ? ref : undefined,
    url: typeof url === 'string' ? url : undefined,
    startedAtMs,
    releasedAtMs,
    commits: toldCommits,
    refs: toldRefs,
  };
}

function toTime(text: string | null | undefined): number | undefined {
  return typeof text === 'string' ? readSentTime(text) : undefined;
}
