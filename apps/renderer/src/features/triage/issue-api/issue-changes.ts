import { BadRequestException, Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { IssueStore } from '#product/recording/issues';
import type { Issue } from '#product/recording/issues';
import { Clock, muteWindows, toShortId } from '#shared';
import type { IssueChange, MuteWindow } from '#shared';
import { PeopleService } from '../../projects/members/index.ts';
import { AuditTrail } from '../../people/audit/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { CommentsService } from '../history/index.ts';
import { toRefusal } from '../../people/api/index.ts';
import { MergingService } from '../merging/index.ts';
import { TriageService } from '../states/index.ts';
import type { TriageChange } from '../states/index.ts';
import type { IssueChangesDto } from './issue-changes.dto.ts';

const MINUTE_MS = 60_000;

/**
 * Changes issues for API clients, in the name of the token's owner. Uses the same services as the
 * pages.
 */
@Injectable()
export class IssueChanges {
  constructor(
    private readonly issues: IssueStore,
    private readonly triage: TriageService,
    private readonly merging: MergingService,
    private readonly comments: CommentsService,
    private readonly people: PeopleService,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws 400 when `changes` names no change. Changes no issue, and throws the reason, when the
   * person may not change one of them.
   */
  async change(
    access: Access,
    issueIds: readonly number[],
    changes: IssueChangesDto,
  ): Promise<void> {
    const asked = await this.readRequested(access, changes);
    if (asked.length === 0) {
      throw new BadRequestException('Say what changes: status, assignedTo, or merge of several.');
    }
    for (const requested of asked) {
      const [code] = (await this.triage.listRefusals(access, issueIds, requested)).values();
      if (code) throw toRefusal(code);
    }
    for (const requested of asked) {
      const tell = await this.prepareTelling(access, issueIds, toWords(requested));
      const told = { ...requested, tell };
      const { changed, unchanged, refused } = await this.triage.change(access, issueIds, told);
      const [code] = refused.keys();
      if (code && changed.length + unchanged === 0) throw toRefusal(code);
    }
  }

  async changeListed(
    access: Access,
    issueIds: readonly number[],
    changes: IssueChangesDto,
  ): Promise<object> {
    if (!changes.merge) {
      await this.change(access, issueIds, changes);
      const { status, assignedTo } = changes;
      return { status: status || undefined, assignedTo };
    }
    refuseContradictions(changes);
    const tell = await this.prepareTelling(access, issueIds, 'merged');
    const merged = await this.merging.merge(access, issueIds, { tell: tell(issueIds) });
    if (!merged.ok) throw toRefusal(merged.code);
    const children = issueIds.filter((id) => id !== merged.intoId).map(String);
    return { merge: { parent: String(merged.intoId), children } };
  }

  async comment(access: Access, issue: Issue, text: string): Promise<void> {
    if (!access.can('issues.comment', issue.projectId)) throw toRefusal('issue.forbidden');
    const tell = await this.prepareTelling(access, [issue.id], 'commented');
    const act = { issueId: issue.id, byUserId: access.getPerson().id, tell };
    const result = await this.comments.add(act, text);
    if (!result.ok) throw toRefusal(result.code);
  }

  /**
   * The audit log also gets the token's name, in a line for each project. The issue's history does
   * not distinguish a person from the person's tokens.
   */
  private async prepareTelling(
    access: Access,
    issueIds: readonly number[],
    change: string,
  ): Promise<(changedIds: readonly number[]) => JoinedWrite> {
    const projects = await this.issues.listProjectsOf(issueIds);
    const issue = issueIds.length === 1 ? await this.issues.find(issueIds[0]!) : undefined;
    const to = { change, token: access.tokenName ?? '' };
    return (changedIds) => {
      const changedIn = changedIds.map((id) => projects.get(id));
      const lines = [...new Set(changedIn)].map((projectId) => {
        const { length } = changedIn.filter((id) => id === projectId);
        const some = length === 1 ? '1 issue' : `${length} issues`;
        const target = issue ? toShortId(issue.projectSlug, issue.number) : some;
        return { what: 'issue.changed', target, projectId, to };
      });
      return this.audit.prepare(access.getPerson().id, lines);
    };
  }

  async requireInProject(issueIds: readonly number[], projectId: number): Promise<void> {
    const projects = await this.issues.listProjectsOf(issueIds);
    if (issueIds.some((id) => projects.get(id) !== projectId)) throw toRefusal('issue.unknown');
  }

  private async readRequested(access: Access, changes: IssueChangesDto): Promise<TriageChange[]> {
    const change = readChange(changes, this.clock.nowMs());
    return [
      ...(changes.assignedTo === undefined
        ? []
        : [await this.readAssignee(access, changes.assignedTo ?? '')]),
      ...(change ? [{ kind: 'state', change } as const] : []),
    ];
  }

  private async readAssignee(access: Access, assignedTo: string): Promise<TriageChange> {
    const name = assignedTo.trim();
    if (name === '') return { kind: 'assignee' };
    if (name === 'me') return { kind: 'assignee', assigneeId: access.getPerson().id };
    const id = /^(?:user:)?(?<id>[1-9]\d{0,14})$/.exec(name)?.groups?.['id'];
    const assigneeId = id === undefined ? await this.people.findByEmail(name) : Number(id);
    if (assigneeId === undefined) throw toRefusal('issue.assignee_unknown');
    return { kind: 'assignee', assigneeId };
  }
}

function toWords(requested: TriageChange): string {
  if (requested.kind === 'state') return toStateWords(requested.change);
  const { assigneeId } = requested;
  return assigneeId === undefined ? 'assigned to nobody' : `assigned to the person ${assigneeId}`;
}

function toStateWords(change: IssueChange): string {
  if (!('count' in change) || change.windowMinutes === undefined) return STATE_WORDS[change.kind];
  const { kind, count, windowMinutes } = change;
  const what = kind === 'muteUntilEvents' ? 'events' : 'users';
  return `muted until ${count} ${what} in ${muteWindows[windowMinutes]}`;
}

const STATE_WORDS: Readonly<Record<IssueChange['kind'], string>> = {
  reopen: 'reopened',
  resolve: 'resolved',
  resolveInRelease: 'resolved in a release',
  resolveInNextRelease: 'resolved in the next release',
  muteForever: 'muted',
  muteForTime: 'muted for a time',
  muteUntilEvents: 'muted until more events',
  muteUntilWorse: 'muted until it gets worse',
  muteUntilUsers: 'muted until more users',
};

export function readChange(changes: IssueChangesDto, nowMs: number): IssueChange | undefined {
  const { status } = changes;
  const details = Object.entries(changes.statusDetails ?? {}).filter(([, value]) => value !== null);
  const how: IssueChangesDto = Object.assign({}, changes, Object.fromEntries(details));
  refuseContradictions(how);
  if (status === undefined || status === null) return undefined;
  const { inRelease, inNextRelease } = how;
  if (status === 'unresolved') return { kind: 'reopen' };
  if (status === 'ignored' || status === 'muted') return readMute(how, nowMs);
  if (status !== 'resolved' || inNextRelease) return { kind: 'resolveInNextRelease' };
  return inRelease ? { kind: 'resolveInRelease', release: inRelease } : { kind: 'resolve' };
}

const MUTES = [
  'ignoreDuration',
  'snoozeDuration',
  'ignoreUntil',
  'ignoreCount',
  'ignoreUserCount',
  'untilEscalating',
  'ignoreUntilEscalating',
] as const;

/** Refuses what would be left out in silence. */
function refuseContradictions(how: IssueChangesDto): void {
  const { merge, ...rest } = how;
  const { status, substatus } = rest;
  const others = Object.values(rest);
  const isMute = status === 'ignored' || status === 'muted';
  const [until, another] = MUTES.filter((name) => how[name]);
  const release = (['inRelease', 'inNextRelease'] as const).find((name) => how[name]);
  const isArchived = substatus?.startsWith('archived');
  const wrong =
    (merge && others.some((value) => value !== undefined) && 'merge stands alone.') ||
    (until && !isMute && `${until} needs the status ignored.`) ||
    (another && `Say either ${until} or ${another}.`) ||
    (release && status !== 'resolved' && `${release} needs the status resolved.`) ||
    (how.inRelease === 'latest' &&
      'Name the release: inRelease has no "latest". The one to come is inNextRelease.') ||
    (how.inRelease && how.inNextRelease && 'Say either inRelease or inNextRelease.') ||
    (isArchived && !isMute && `${substatus} needs the status ignored.`) ||
    (substatus &&
      !isArchived &&
      status !== 'unresolved' &&
      `${substatus} needs the status unresolved.`) ||
    (until && substatus === 'archived_forever' && `Say either ${until} or ${substatus}.`) ||
    (substatus === 'archived_until_escalating' &&
      until &&
      !until.endsWith('scalating') &&
      `Say either ${until} or ${substatus}.`);
  if (wrong) throw new BadRequestException(wrong);
}

function toWindow(windowMinutes: MuteWindow | null | undefined) {
  return windowMinutes ? { windowMinutes } : {};
}

function readMute(
  {
    ignoreDuration,
    snoozeDuration,
    ignoreCount,
    ignoreWindow,
    ignoreUserCount,
    ignoreUserWindow,
    ignoreUntil,
    untilEscalating,
    ignoreUntilEscalating,
    substatus,
  }: IssueChangesDto,
  nowMs: number,
): IssueChange {
  const minutes = ignoreDuration ?? snoozeDuration;
  if ((ignoreWindow && !ignoreCount) || (ignoreUserWindow && !ignoreUserCount)) {
    throw new BadRequestException(
      'A window needs a number: ignoreWindow goes with ignoreCount, ignoreUserWindow with ignoreUserCount.',
    );
  }
  const isUntilWorse = substatus === 'archived_until_escalating';
  if (isUntilWorse || untilEscalating || ignoreUntilEscalating) return { kind: 'muteUntilWorse' };
  if (minutes) return { kind: 'muteForTime', untilMs: nowMs + minutes * MINUTE_MS };
  if (ignoreUntil) return { kind: 'muteForTime', untilMs: Date.parse(ignoreUntil) };
  if (ignoreCount) {
    return { kind: 'muteUntilEvents', count: ignoreCount, ...toWindow(ignoreWindow) };
  }
  if (ignoreUserCount) {
    return { kind: 'muteUntilUsers', count: ignoreUserCount, ...toWindow(ignoreUserWindow) };
  }
  if (substatus === 'archived_until_condition_met') {
    throw new BadRequestException(
      'Say until when: ignoreDuration, ignoreUntil, ignoreCount or ignoreUserCount.',
    );
  }
  return { kind: 'muteForever' };
}
