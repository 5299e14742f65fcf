import { Injectable } from '@nestjs/common';
import { printMarkdown, toCode } from '#events';
import type { MarkdownFact } from '#events';
import type { Issue } from '#product/recording/issues';
import { toShortCommitId } from '#product/recording/releases/rules';
import type { EventInIssue } from '#product/recording/storage';
import { muteWindows, to, toShortId } from '#shared';
import type { IssueState } from '#shared';
import { PageParts } from '../../../../rendering/index.ts';
import { RendererConfig } from '../../../../config/renderer-config.ts';
import { PeopleService } from '../../../projects/members/index.ts';
import { issuePage } from '../../../recording/issue-page/index.ts';
import type { IssuePartLoader } from '../../../recording/issue-page/index.ts';
import { readFound } from '../raw-event.ts';

/** Byte limit of the Markdown. Tickets and chats accept texts of this size. */
const MOST_BYTES = 32_000;
const TEXT_BYTES = 80;

@Injectable()
export class IssueMarkdown {
  constructor(
    private readonly people: PeopleService,
    private readonly parts: PageParts,
    private readonly config: RendererConfig,
  ) {}

  async print(issue: Issue, found: EventInIssue, mostBytes = MOST_BYTES): Promise<string> {
    const read = readFound(found);
    const parts: readonly IssuePartLoader<unknown>[] = this.parts.list(issuePage);
    const facts = await Promise.all([
      this.listFacts(issue),
      ...parts.map((part) => part.describe?.({ issue, found, event: read }) ?? []),
    ]);
    return printMarkdown(read, { mostBytes, facts: facts.flat() });
  }

  link({ id, projectSlug, number }: Pick<Issue, 'id' | 'projectSlug' | 'number'>): string {
    const address = `${this.config.publicUrl}${to('/issues/:id', { id })}`;
    return `[${toShortId(projectSlug, number)}](${address})`;
  }

  private async listFacts(issue: Issue): Promise<readonly MarkdownFact[]> {
    const { events, users, firstSeenMs, lastSeenMs, firstRelease, assigneeId } = issue;
    const names = await this.people.listNames(assigneeId === undefined ? [] : [assigneeId]);
    const assignee = assigneeId === undefined ? undefined : names.get(assigneeId);
    return [
      ['Issue', this.link(issue)],
      ['State', toStateWords(issue.state)],
      [
        'Seen',
        `${count(events, 'time')}, ${users === 0 ? 'no event names a user' : `by ${count(users, 'user')}`}`,
      ],
      [
        'First seen',
        `${toIso(firstSeenMs)}${firstRelease ? ` in ${toCode(firstRelease, TEXT_BYTES)}` : ''}`,
      ],
      ['Last seen', toIso(lastSeenMs)],
      ...(assignee ? [['Assigned to', toCode(assignee, TEXT_BYTES)] as const] : []),
    ];
  }
}

function toStateWords(state: IssueState): string {
  if (state.status === 'unresolved') {
    return state.kind === 'regressed' ? 'unresolved (regressed)' : 'unresolved';
  }
  if (state.status === 'resolved') {
    if (state.kind === 'now') return 'resolved';
    const release = toCode(state.release, TEXT_BYTES);
    if (state.kind === 'nextRelease') return `resolved in the release after ${release}`;
    const { commit } = state;
    return commit === undefined
      ? `resolved in ${release}`
      : `resolved in ${release} by commit ${toCode(toShortCommitId(commit), TEXT_BYTES)}`;
  }
  if (state.kind === 'forever') return 'muted';
  if (state.kind === 'time') return `muted until ${toIso(state.untilMs)}`;
  const { count: number, kind, windowMinutes } = state;
  return windowMinutes === undefined
    ? `muted until ${number} more ${kind}`
    : `muted until ${number} ${kind} in ${muteWindows[windowMinutes]}`;
}

function count(quantity: number, what: string): string {
  return quantity === 1 ? `1 ${what}` : `${quantity} ${what}s`;
}

function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}
