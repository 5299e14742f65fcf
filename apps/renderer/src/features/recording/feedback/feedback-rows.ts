import { Injectable } from '@nestjs/common';
import type { User } from '#product/people/accounts';
import type { Project } from '#product/projects/projects';
import type { Attachment } from '#product/recording/attachments';
import { FeedbackStore } from '#product/recording/feedback';
import type { ListedFeedback } from '#product/recording/feedback';
import { to, toIssueTitle, toShortId } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import { PeopleService, toInitials } from '../../projects/members/index.ts';
import { AttachmentFiles, PreviewBudget } from '../attachments/index.ts';
import { toFeedbackAddress } from './feedback-address.ts';
import type { FeedbackAddress } from './feedback-address.ts';

const FILES_PER_ROW = 10;
/** Fifty rows in full would be a page of a megabyte. */
const CHARACTERS_PER_ROW = 300;
const FEW_FILES = 3;
/** Without scripts, browsers load each image of the page. */
const THUMBNAILS = 10;

interface ListedRows {
  readonly said: readonly ListedFeedback[];
  readonly address: FeedbackAddress;
  readonly projects: readonly Project[];
}

@Injectable()
export class FeedbackRows {
  constructor(
    private readonly feedback: FeedbackStore,
    private readonly files: AttachmentFiles,
    private readonly people: PeopleService,
  ) {}

  async list(access: Access, { said, address, projects }: ListedRows) {
    const known = new Map(projects.map((project) => [project.id, project]));
    const people = said.flatMap(({ assigneeId, doneBy }) =>
      [assigneeId ?? [], doneBy ?? []].flat(),
    );
    const [files, users] = await Promise.all([
      this.feedback.listFiles(
        said.map(({ id }) => id),
        FILES_PER_ROW + 1,
      ),
      this.people.listByIds(people),
    ]);
    const budget = new PreviewBudget(THUMBNAILS);
    const rows = [];
    for (const each of said) {
      const { id, name, email, receivedAtMs, projectId, doneAtMs, doneBy, assigneeId } = each;
      const { name: project = '', slug = '' } = known.get(projectId) ?? {};
      const toPreview = (attachment: number) =>
        to('/feedback/:id/attachments/:attachment/preview', { id, attachment });
      const found = files.filter(({ feedbackId }) => feedbackId === id);
      const { attachments, ...shown } = cut(each, found, address);
      const own = await this.files.list(attachments, { toPreview, budget });
      rows.push({
        id,
        name,
        email,
        receivedAtMs,
        ...shown,
        project,
        issue: toIssue(each, slug),
        files: own.length > 0 ? own : undefined,
        assignee: toAssignee(users.get(assigneeId ?? 0)),
        done: toDone(doneAtMs, users.get(doneBy ?? 0)),
        mayChange: access.user !== undefined && access.can('issues.triage', projectId),
      });
    }
    return rows;
  }
}

/**
 * Leaves the beginning of long feedback, with its first image, and its address as a whole. Anybody
 * can send any `url`, so the page never shows it as a link.
 */
function cut(
  { id, message, url }: ListedFeedback,
  found: readonly Attachment[],
  address: FeedbackAddress,
) {
  const isOpen = id === Number(address.open);
  const isLong = Math.max(message.length, url?.length ?? 0) > CHARACTERS_PER_ROW;
  if (isOpen || (!isLong && found.length <= FEW_FILES)) {
    const hasMoreFiles = found.length > FILES_PER_ROW;
    return { message, url, isOpen, hasMoreFiles, attachments: found.slice(0, FILES_PER_ROW) };
  }
  const start = message.slice(0, CHARACTERS_PER_ROW).toWellFormed();
  return {
    message: start.length < message.length ? `${start}…` : message,
    whole: toFeedbackAddress({ ...address, open: String(id) }),
    attachments: found.filter(({ contentType }) => contentType.startsWith('image/')).slice(0, 1),
  };
}

function toIssue({ issueId: id, eventId: event, ...head }: ListedFeedback, slug: string) {
  if (id === null || event === null) return undefined;
  const { number, type, value } = head;
  return {
    href: to('/issues/:id', { id }, { query: { event } }),
    shortId: toShortId(slug, number!),
    title: toIssueTitle({ type: type!, value: value! }).slice(0, 200),
    isResolved: head.status === 'resolved',
  };
}

/** A removed user has nothing to do any more. */
function toAssignee(user: User | undefined) {
  if (!user || user.state === 'removed') return undefined;
  const name = user.name ?? user.email;
  return { name, initials: toInitials(name) };
}

function toDone(atMs: number | null, by: User | undefined) {
  return atMs === null ? undefined : { atMs, by: by?.name ?? by?.email };
}
