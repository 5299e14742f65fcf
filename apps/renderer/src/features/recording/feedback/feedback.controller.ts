import {
  Body,
  Controller,
  Get,
  Injectable,
  NotFoundException,
  Param,
  Query,
  Res,
} from '@nestjs/common';
import { ArrayMaxSize, IsOptional, IsString, Matches } from 'class-validator';
import type { Request, Response } from 'express';
import type { Project } from '#product/projects/projects';
import { FeedbackStore } from '#product/recording/feedback';
import type { FeedbackChange, ListedFeedback } from '#product/recording/feedback';
import { Clock, errorCatalogue, issueLimits, to, toFilterProps } from '#shared';
import type { ActionOf, PropsOf } from '#shared';
import {
  Action,
  AsList,
  filledQuery,
  Flash,
  InvalidFieldsException,
  Page,
} from '../../../rendering/index.ts';
import type { TellFlash } from '../../../rendering/index.ts';
import { CurrentAccess, OpenToGuests, ProjectOf, Requires } from '../../people/accounts/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { NavigationEntry } from '../../people/console/index.ts';
import { listAssignees, nameAssignee, PeopleService } from '../../projects/members/index.ts';
import { chooseProjects, ProjectsService, toProjectValues } from '../../projects/projects/index.ts';
import { AttachmentFiles, sendFile, sendPreview } from '../attachments/index.ts';
import { toProjectTag } from '../changes/index.ts';
import { DONE, FeedbackAddressPipe, SELF, WITHOUT_EVENT } from './feedback-address.ts';
import { toFeedbackAddress } from './feedback-address.ts';
import type { FeedbackAddress } from './feedback-address.ts';
import { FeedbackRows } from './feedback-rows.ts';

const ROWS_PER_PAGE = 50;
const MOST_COUNTED = 1000;
const ID = /^[1-9]\d{0,14}$/;

const UNKNOWN_CHANGE = { message: errorCatalogue['issue.change_unknown'].message };
const UNKNOWN_ASSIGNEE = { message: errorCatalogue['issue.assignee_unknown'].message };

class FeedbackChangeDto {
  /** The pressed button: `done`, or `done-12` for feedback 12 alone, whatever is selected. */
  @IsOptional()
  @Matches(/^\w{0,20}(?:-\d{1,15})?$/, UNKNOWN_CHANGE)
  readonly change?: string;

  @AsList()
  @ArrayMaxSize(issueLimits.issuesPerChange, UNKNOWN_CHANGE)
  @Matches(ID, { each: true, ...UNKNOWN_CHANGE })
  readonly feedback: readonly string[] = [];

  @IsOptional()
  @IsString(UNKNOWN_ASSIGNEE)
  readonly assignee?: string;

  @IsOptional()
  @Matches(/^\d{1,15}$/, UNKNOWN_CHANGE)
  readonly at?: string;
}

export type FeedbackAction = ActionOf<'change', FeedbackChangeDto>;

@Injectable()
export class ProjectOfFeedback extends ProjectOf {
  constructor(private readonly feedback: FeedbackStore) {
    super();
  }

  override async find({ params }: Request): Promise<number | undefined> {
    const id = String(params['id']);
    const projects = await this.feedback.listProjectsOf(ID.test(id) ? [Number(id)] : []);
    return projects.get(Number(id));
  }
}

@Controller('feedback')
@OpenToGuests()
@NavigationEntry({ name: 'Feedback', order: 17 })
export class FeedbackController {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly rows: FeedbackRows,
    private readonly files: AttachmentFiles,
    private readonly projects: ProjectsService,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Page<PropsOf<FeedbackController['list']>>('feedback/feedback.page', {
    head: () => ({ title: 'Feedback' }),
    tags: ({ tags }) => tags,
    staleMs: 0,
  })
  async list(
    @Query(filledQuery('/feedback'), FeedbackAddressPipe) address: FeedbackAddress,
    @CurrentAccess() access: Access,
  ) {
    const { project, only, assignee, status, before } = address;
    const projects = await this.projects.list(access.listProjects('issues.read'));
    const { shown, fault } = chooseProjects(projects, project, (slug) =>
      toFeedbackAddress({ ...address, project: slug }),
    );
    const ids = toIds(shown);
    const isDone = status === DONE;
    const asked = {
      isWithoutEvent: only !== undefined,
      assigneeId: assignee === undefined ? undefined : (access.user?.id ?? 0),
    };
    const wanted = { ...asked, isDone, before: toPosition(before), limit: ROWS_PER_PAGE + 1 };
    const [found, open, done] = await Promise.all([
      this.feedback.listOfProjects(ids, wanted),
      this.feedback.count(ids, { ...asked, isDone: false }, MOST_COUNTED + 1),
      this.feedback.count(ids, { ...asked, isDone: true }, MOST_COUNTED + 1),
    ]);
    const { said, older } = cutPage(found, address);
    const filter = { project, only, assignee };
    const filters = toFilterProps(filter, (some) => toFeedbackAddress({ ...some, status }), [
      { name: 'project', label: 'Project', values: toProjectValues(projects) },
      { name: 'only', label: 'Error', values: [[WITHOUT_EVENT, 'none']] },
      { name: 'assignee', label: 'Assignee', values: access.user ? [[SELF, 'me']] : [] },
    ]);
    const isFiltered = filters.clear !== undefined;
    const isEmpty = open + done === 0 && !isFiltered && before === undefined;
    const toTab = (name: string, count: number, of?: typeof DONE) => ({
      name,
      href: toFeedbackAddress({ ...filter, status: of }),
      count: describeCount(count),
      isCurrent: of === status,
    });
    return {
      nowMs: this.clock.nowMs(),
      tags: ids.map(toProjectTag),
      tabs: [toTab('Open', open), toTab('Done', done, DONE)],
      isDone,
      people: await this.listPeople(access),
      rows: await this.rows.list(access, { said, address, projects: shown }),
      hasProjects: projects.length > 1,
      filters: { ...filters, fault },
      newest: before === undefined ? undefined : filters.link,
      older,
      without:
        said.length > 0 || !isFiltered
          ? undefined
          : await this.feedback.count(toIds(projects), { isDone }),
      begin: isEmpty ? await this.explain(access, shown) : undefined,
    };
  }

  /** Changes what the person may change. */
  @Action<FeedbackAction>('change')
  @Requires('issues.triage')
  async change(
    @Body() fields: FeedbackChangeDto,
    @CurrentAccess() access: Access,
    @Flash() flash: TellFlash,
  ): Promise<void> {
    const [, kind = '', one] = /^(\w*)(?:-(\d{1,15}))?$/.exec(fields.change ?? '') ?? [];
    const asked = (one === undefined ? fields.feedback : [one]).map(Number);
    const projects = await this.feedback.listProjectsOf(asked);
    const allowed = [...projects].filter(([, projectId]) => access.can('issues.triage', projectId));
    if (allowed.length === 0) throw new NotFoundException('There is no such feedback for you.');
    const theirs = allowed.map(([, projectId]) => projectId);
    const [change, done] =
      kind === 'assign'
        ? await this.readAssignee(access, fields, theirs)
        : this.readChange(access, fields, kind);
    const ids = allowed.map(([id]) => id);
    const changed = await this.feedback.change(ids, change);
    if (changed.length === 0) return flash({ text: 'Nothing has changed.' });
    const text = `${changed.length === 1 ? 'Feedback' : changed.length} ${done}.`;
    const feedback = changed.map(String);
    const again = { action: 'change', fields: { change: 'doneAgain', feedback } };
    if (kind === 'reopen') return flash({ text, undo: again });
    if (!('done' in change) || !change.done) return flash({ text });
    const at = String(change.done.atMs);
    flash({ text, undo: { ...again, fields: { change: 'undo', feedback, at } } });
  }

  @Get(':id/attachments/:attachment')
  @Requires('issues.read', ProjectOfFeedback)
  async download(
    @Param('id') id: string,
    @Param('attachment') attachment: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    return sendFile(this.files.open(await this.getFile(id, attachment)), response);
  }

  @Get(':id/attachments/:attachment/preview')
  @Requires('issues.read', ProjectOfFeedback)
  async preview(
    @Param('id') id: string,
    @Param('attachment') attachment: string,
    @Res({ passthrough: true }) response: Response,
  ) {
    const file = await this.getFile(id, attachment);
    return sendPreview(await this.files.openPreview(file), response);
  }

  private async getFile(id: string, attachment: string) {
    const files = await this.feedback.listFiles([Number(id)]);
    const file = files.find((each) => String(each.id) === attachment);
    if (!file) throw new NotFoundException();
    return file;
  }

  private async listPeople(access: Access) {
    const projects = access.listProjects('issues.triage');
    if (!access.user || projects.length === 0) return undefined;
    return listAssignees(this.people, access, projects);
  }

  /** Says how an application gets the form, while there is no feedback at all. */
  private async explain(access: Access, projects: readonly Project[]) {
    const withKeys = projects.filter(({ id }) => access.can('project.keys', id));
    const found = await this.projects.findFirstDsn(toIds(withKeys));
    return {
      snippet: toSnippet(found?.dsn),
      setUp: found && to('/projects/:slug/start', { slug: found.project }),
    };
  }

  /** Returns the change, and what to say about it. */
  private readChange(access: Access, { at }: FeedbackChangeDto, kind: string): ReadChange {
    const byUserId = access.getSignedIn().user.id;
    switch (at === undefined && kind === 'undo' ? undefined : kind) {
      case 'done':
        return [{ done: { byUserId, atMs: this.clock.nowMs() } }, 'marked as done'];
      case 'reopen':
        return [{ done: null }, 'reopened'];
      case 'doneAgain':
        return [{ isDoneAgain: true }, 'marked as done'];
      case 'undo':
        return [{ done: null, from: { byUserId, atMs: Number(at) } }, 'reopened'];
      case 'assignMe':
        return [{ assigneeId: byUserId }, 'assigned to you'];
      case 'assignNobody':
        return [{ assigneeId: null }, 'assigned to nobody'];
      default:
        throw new InvalidFieldsException({ '': [UNKNOWN_CHANGE.message] });
    }
  }

  private async readAssignee(
    access: Access,
    { assignee }: FeedbackChangeDto,
    projects: readonly number[],
  ): Promise<ReadChange> {
    const named = await nameAssignee(this.people, access, { change: 'assign', assignee });
    const assigneeId = Number(named.assignee);
    const theirs = await this.people.listProjectsOf(assigneeId, 'issues.triage');
    if (theirs !== 'all' && !projects.every((id) => theirs.includes(id))) {
      throw new InvalidFieldsException({ assignee: [UNKNOWN_ASSIGNEE.message] });
    }
    const names = await this.people.listNames([assigneeId]);
    return [{ assigneeId }, `assigned to ${names.get(assigneeId)}`];
  }
}

type ReadChange = readonly [change: FeedbackChange, done: string];

function toIds(all: readonly { readonly id: number }[]): number[] {
  return all.map(({ id }) => id);
}

/** Leaves out what stands on the next page, and returns that page's address. */
function cutPage(found: readonly ListedFeedback[], address: FeedbackAddress) {
  const said = found.slice(0, ROWS_PER_PAGE);
  const last = said.at(-1);
  if (!last || said.length === found.length) return { said };
  const before = `${last.receivedAtMs}-${last.id}`;
  return { said, older: toFeedbackAddress({ ...address, open: undefined, before }) };
}

function toPosition(before: string | undefined) {
  if (before === undefined) return undefined;
  const [receivedAtMs = 0, id = 0] = before.split('-').map(Number);
  return { receivedAtMs, id };
}

function describeCount(count: number): string {
  const shown = Math.min(count, MOST_COUNTED).toLocaleString('en');
  return count > MOST_COUNTED ? `${shown}+` : shown;
}

/** Snippet from https://docs.sentry.io/platforms/javascript/user-feedback/ */
function toSnippet(dsn: string | undefined): string {
  const lines = [
    ...(dsn === undefined ? [] : [`  dsn: '${dsn}',`]),
    `  integrations: [Sentry.feedbackIntegration({ colorScheme: 'system' })],`,
  ];
  return ['Sentry.init({', ...lines, '});'].join('\n');
}
