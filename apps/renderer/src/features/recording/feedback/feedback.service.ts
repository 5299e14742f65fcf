import { Injectable } from '@nestjs/common';
import { FeedbackStore } from '#product/recording/feedback';
import type { ListedFeedback } from '#product/recording/feedback';
import type { Project } from '#product/projects/projects';
import { Clock, to, toFilterProps } from '#shared';
import type { NormalisedEvent } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { AttachmentFiles, PreviewBudget } from '../attachments/index.ts';
import type { Download, OpenPreview } from '../attachments/index.ts';
import { toProjectTag } from '../changes/index.ts';
import type { FeedbackProps, FeedbackRow, SaidOfEvent } from './feedback.dto.ts';
import { toFeedbackAddress, WITHOUT_EVENT } from './feedback-address.pipe.ts';
import type { FeedbackAddress } from './feedback-address.pipe.ts';

const ROWS_PER_PAGE = 25;
const FILES_PER_ROW = 10;
/** Number of images on one page. Browsers without scripts load all images at once. */
const IMAGES_PER_PAGE = 10;

@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly files: AttachmentFiles,
    private readonly projects: ProjectsService,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, address: FeedbackAddress): Promise<FeedbackProps | undefined> {
    const { project, only, before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const shown =
      project === undefined ? projects : projects.filter(({ slug }) => slug === project);
    if (project !== undefined && shown.length === 0) return undefined;
    const ids = shown.map(({ id }) => id);
    const wanted = { isWithoutEvent: only !== undefined, before, limit: ROWS_PER_PAGE + 1 };
    const found = await this.feedback.listOfProjects(ids, wanted);
    const said = found.slice(0, ROWS_PER_PAGE);
    const last = said.at(-1);
    const filters = toFilterProps({ project, only }, toFeedbackAddress, [
      { name: 'project', label: 'Project', values: toProjectValues(projects) },
      { name: 'only', label: 'Error', values: [[WITHOUT_EVENT, 'none']] },
    ]);
    const isFiltered = filters.clear !== undefined;
    return {
      nowMs: this.clock.nowMs(),
      tags: ids.map(toProjectTag),
      rows: await this.toRows(said, shown),
      hasProjects: projects.length > 1,
      filters,
      ...(before ? { newest: filters.link } : {}),
      ...(found.length > ROWS_PER_PAGE && last
        ? { older: toFeedbackAddress({ ...address, before: last }) }
        : {}),
      ...(last || !isFiltered
        ? {}
        : { without: await this.feedback.count(projects.map(({ id }) => id)) }),
      ...(last || isFiltered || before ? {} : await this.explain(access, shown)),
    };
  }

  /** Lists what users said about one event, in full. */
  listOfEvent({
    projectId,
    eventId,
  }: Pick<NormalisedEvent, 'projectId' | 'eventId'>): Promise<readonly SaidOfEvent[]> {
    return this.feedback.list(projectId, eventId);
  }

  async open(id: number, attachmentId: number): Promise<Download | undefined> {
    const found = await this.feedback.findFile(id, attachmentId);
    return found && this.files.open(found);
  }

  async openPreview(id: number, attachmentId: number): Promise<OpenPreview | undefined> {
    const found = await this.feedback.findFile(id, attachmentId);
    return found && this.files.openPreview(found);
  }

  private async toRows(
    said: readonly ListedFeedback[],
    projects: readonly Project[],
  ): Promise<FeedbackRow[]> {
    const names = new Map(projects.map(({ id, name }) => [id, name]));
    const files = await this.feedback.listFiles(
      said.map(({ id }) => id),
      FILES_PER_ROW + 1,
    );
    const budget = new PreviewBudget(IMAGES_PER_PAGE);
    const rows: FeedbackRow[] = [];
    for (const { projectId, about, ...each } of said) {
      const toPreview = (attachment: number) =>
        to('/feedback/:id/attachments/:attachment/preview', { id: each.id, attachment });
      const found = files.get(each.id) ?? [];
      const own = await this.files.list(found.slice(0, FILES_PER_ROW), { toPreview, budget });
      rows.push({
        ...each,
        project: names.get(projectId) ?? '',
        ...(about
          ? { error: to('/issues/:id', { id: about.issueId }, { query: { event: about.eventId } }) }
          : {}),
        ...(own.length > 0 ? { files: own } : {}),
        ...(found.length > FILES_PER_ROW ? { hasMoreFiles: true } : {}),
      });
    }
    return rows;
  }

  private async explain(
    access: Access,
    projects: readonly Project[],
  ): Promise<Pick<FeedbackProps, 'snippet' | 'setUp'>> {
    const withKeys = projects.filter(({ id }) => access.can('project.keys', id));
    const [dsn] = await this.projects.listDsns(withKeys.map(({ id }) => id));
    const slug = dsn?.project;
    return {
      snippet: toSnippet(dsn?.dsn),
      ...(slug === undefined ? {} : { setUp: to('/projects/:slug/start', { slug }) }),
    };
  }
}

/** Snippet from https://docs.sentry.io/platforms/javascript/user-feedback/ */
function toSnippet(dsn: string | undefined): string {
  const lines = [
    ...(dsn === undefined ? [] : [`  dsn: '${dsn}',`]),
    `  integrations: [Sentry.feedbackIntegration({ colorScheme: 'system' })],`,
  ];
  return ['Sentry.init({', ...lines, '});'].join('\n');
}
