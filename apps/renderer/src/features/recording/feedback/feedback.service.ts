import { Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import type { Attachment } from '#product/recording/attachments';
import { FeedbackStore } from '#product/recording/feedback';
import type { ListedFeedback } from '#product/recording/feedback';
import type { Project } from '#product/projects/projects';
import { Clock, to, toFilterProps, toIssueTitle, toShortId } from '#shared';
import type { NormalisedEvent } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { listAssignees, PeopleService, toInitials } from '../../projects/members/index.ts';
import { chooseProjects, ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { AttachmentFiles, PreviewBudget } from '../attachments/index.ts';
import type { Download, OpenPreview } from '../attachments/index.ts';
import { toProjectTag } from '../changes/index.ts';
import type { FeedbackProps, FeedbackRow, SaidOfEvent } from './feedback.dto.ts';
import { DONE, SELF, toFeedbackAddress, WITHOUT_EVENT } from './feedback-address.pipe.ts';
import type { FeedbackAddress } from './feedback-address.pipe.ts';

const ROWS_PER_PAGE = 50;
const FILES_PER_ROW = 10;
/** Fifty rows in full would be a page of a megabyte. */
const CHARACTERS_PER_ROW = 300;
const FEW_FILES = 3;
/** Without scripts, browsers load each image of the page. */
const THUMBNAILS = 10;
const MOST_COUNTED = 1000;

type Said = Omit<ListedFeedback, 'projectId' | 'about' | 'doneAtMs' | 'doneBy' | 'assigneeId'>;

interface ListedRows {
  readonly said: readonly ListedFeedback[];
  readonly address: FeedbackAddress;
  readonly projects: readonly Project[];
}

@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly files: AttachmentFiles,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  async list(access: Access, address: FeedbackAddress): Promise<FeedbackProps> {
    const { project, only, assignee, status, before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const { shown, fault } = chooseProjects(projects, project, (slug) =>
      toFeedbackAddress({ ...address, project: slug }),
    );
    const ids = toIds(shown);
    const isDone = status === DONE;
    const assigneeId = assignee && (access.user?.id ?? 0);
    const asked = { isWithoutEvent: only !== undefined, assigneeId };
    const [found, ...counts] = await Promise.all([
      this.feedback.listOfProjects(ids, { ...asked, isDone, before, limit: ROWS_PER_PAGE + 1 }),
      this.feedback.count(ids, { ...asked, isDone: false }, MOST_COUNTED + 1),
      this.feedback.count(ids, { ...asked, isDone: true }, MOST_COUNTED + 1),
    ]);
    const said = found.slice(0, ROWS_PER_PAGE);
    const last = said.at(-1);
    const filter = { project, only, assignee };
    const filters = toFilterProps(filter, (some) => toFeedbackAddress({ ...some, status }), [
      { name: 'project', label: 'Project', values: toProjectValues(projects) },
      { name: 'only', label: 'Error', values: [[WITHOUT_EVENT, 'none']] },
      { name: 'assignee', label: 'Assignee', values: access.user ? [[SELF, 'me']] : [] },
    ]);
    const isFiltered = filters.clear !== undefined;
    const people = await this.listPeople(access);
    return {
      nowMs: this.clock.nowMs(),
      tags: ids.map(toProjectTag),
      tabs: toTabs(counts, { ...filter, status }),
      isDone,
      ...(people ? { people } : {}),
      rows: await this.toRows(access, { said, address, projects: shown }),
      hasProjects: projects.length > 1,
      filters: { ...filters, fault },
      ...(before ? { newest: filters.link } : {}),
      ...(found.length > ROWS_PER_PAGE && last
        ? { older: toFeedbackAddress({ ...address, open: undefined, before: last }) }
        : {}),
      ...(last || !isFiltered
        ? {}
        : { without: await this.feedback.count(toIds(projects), { isDone }) }),
      ...(counts.some((count) => count > 0) || isFiltered || before
        ? {}
        : await this.explain(access, shown)),
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

  private async listPeople(access: Access): Promise<FeedbackProps['people']> {
    const projects = access.listProjects('issues.triage');
    if (!access.user || projects.length === 0) return undefined;
    return listAssignees(this.people, access, projects);
  }

  private async toRows(
    access: Access,
    { said, address, projects }: ListedRows,
  ): Promise<FeedbackRow[]> {
    const known = new Map(projects.map((project) => [project.id, project]));
    const [files, users] = await Promise.all([
      this.feedback.listFiles(toIds(said), FILES_PER_ROW + 1),
      this.people.listByIds(
        said.flatMap(({ assigneeId = [], doneBy = [] }) => [assigneeId, doneBy].flat()),
      ),
    ]);
    const budget = new PreviewBudget(THUMBNAILS);
    const rows: FeedbackRow[] = [];
    for (const { projectId, about, doneAtMs, doneBy, assigneeId, ...each } of said) {
      const { name: project = '', slug = '' } = known.get(projectId) ?? {};
      const toPreview = (attachment: number) =>
        to('/feedback/:id/attachments/:attachment/preview', { id: each.id, attachment });
      const found = files.get(each.id) ?? [];
      const { attachments, ...shown } = cut(each, found, address);
      const own = await this.files.list(attachments, { toPreview, budget });
      rows.push({
        ...shown,
        project,
        issue: about && toIssue(about, slug),
        ...(own.length > 0 ? { files: own } : {}),
        assignee: toAssignee(users.get(assigneeId ?? 0)),
        done: toDone(doneAtMs, users.get(doneBy ?? 0)),
        mayChange: access.user !== undefined && access.can('issues.triage', projectId),
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

function toIds(all: readonly { readonly id: number }[]): number[] {
  return all.map(({ id }) => id);
}

/** Leaves the beginning of long feedback, with its first image. */
function cut(said: Said, found: readonly Attachment[], address: FeedbackAddress) {
  const { id, message, url = '' } = said;
  const isOpen = id === address.open;
  const isLong = Math.max(message.length, url.length) > CHARACTERS_PER_ROW;
  if (isOpen || (!isLong && found.length <= FEW_FILES)) {
    const hasMoreFiles = found.length > FILES_PER_ROW;
    return { ...said, isOpen, hasMoreFiles, attachments: found.slice(0, FILES_PER_ROW) };
  }
  const start = message.slice(0, CHARACTERS_PER_ROW).toWellFormed();
  return {
    ...said,
    url: undefined,
    message: start.length < message.length ? `${start}…` : message,
    whole: toFeedbackAddress({ ...address, open: id }),
    attachments: found.filter(({ contentType }) => contentType.startsWith('image/')).slice(0, 1),
  };
}

function toIssue(
  { issueId: id, eventId: event, number, status, ...head }: NonNullable<ListedFeedback['about']>,
  slug: string,
): FeedbackRow['issue'] {
  return {
    href: to('/issues/:id', { id }, { query: { event } }),
    shortId: toShortId(slug, number),
    title: toIssueTitle(head).slice(0, 200),
    isResolved: status === 'resolved',
  };
}

/** A removed user has nothing to do any more. */
function toAssignee(user: User | undefined): FeedbackRow['assignee'] {
  if (!user || user.state === 'removed') return undefined;
  const name = user.name ?? user.email;
  return { name, initials: toInitials(name) };
}

function toDone(atMs: number | undefined, by: User | undefined): FeedbackRow['done'] {
  return atMs === undefined ? undefined : { atMs, by: by?.name ?? by?.email };
}

function toTabs(counts: readonly number[], { status, ...filter }: FeedbackAddress) {
  return ([undefined, DONE] as const).map((each, index) => {
    const count = counts[index] ?? 0;
    const shown = Math.min(count, MOST_COUNTED).toLocaleString('en');
    return {
      name: each === DONE ? 'Done' : 'Open',
      href: toFeedbackAddress({ ...filter, status: each }),
      count: count > MOST_COUNTED ? `${shown}+` : shown,
      isCurrent: each === status,
    };
  });
}

/** Snippet from https://docs.sentry.io/platforms/javascript/user-feedback/ */
function toSnippet(dsn: string | undefined): string {
  const lines = [
    ...(dsn === undefined ? [] : [`  dsn: '${dsn}',`]),
    `  integrations: [Sentry.feedbackIntegration({ colorScheme: 'system' })],`,
  ];
  return ['Sentry.init({', ...lines, '});'].join('\n');
}
