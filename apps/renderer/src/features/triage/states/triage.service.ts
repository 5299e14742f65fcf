import { Injectable } from '@nestjs/common';
import { IssueStore } from '#product/recording/issues';
import { TriageStore } from '#product/triage/states';
import type { StateRequest, TriageOutcome } from '#product/triage/states';
import { Clock, muteWindows, toWorse } from '#shared';
import type { BusiestTimes, ErrorCode } from '#shared';
import { PeopleService } from '../../projects/members/index.ts';
import type { Access } from '../../people/accounts/index.ts';
import { offerTriage } from './offer-triage.ts';
import type { TriageChange } from './triage-change.ts';
import type { TriageOffer } from './triage.dto.ts';

export interface Triaged {
  /** Ids of history entries, one for each changed issue. `undo` takes these ids. */
  readonly changed: readonly number[];
  /**
   * Releases after which "the next release" comes. Empty unless issues were resolved in the next
   * release.
   */
  readonly afterReleases: ReadonlySet<string>;
  readonly unchanged: number;
  readonly refused: ReadonlyMap<ErrorCode, number>;
}

type ToldChange = TriageChange & Pick<StateRequest, 'tell'>;

/**
 * Changes issues and checks the right for each of them, since they may belong to several projects.
 */
@Injectable()
export class TriageService {
  constructor(
    private readonly issues: IssueStore,
    private readonly triage: TriageStore,
    private readonly people: PeopleService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what the person may change at the issue, or undefined. Adds the release after which
   * "the next release" comes, and what is worse.
   */
  async offer(
    access: Access,
    issue: { readonly id: number; readonly projectId: number },
  ): Promise<TriageOffer | undefined> {
    const { projectId } = issue;
    if (!access.can('issues.triage', projectId)) return undefined;
    const [offer, base, busiest] = await Promise.all([
      offerTriage(this.people, access, [projectId]),
      this.triage.findBaseRelease(issue),
      this.triage.findBusiestTimes(issue.id, this.clock.nowMs()),
    ]);
    return offer && { ...offer, base: base ?? null, worse: describeWorse(busiest) };
  }

  /**
   * Takes at most `issueLimits.issuesPerChange` ids. Counts an issue that the person cannot see as
   * `issue.unknown`.
   */
  async change(
    access: Access,
    issueIds: readonly number[],
    requested: ToldChange,
  ): Promise<Triaged> {
    const ids = [...new Set(issueIds)];
    const refusals = await this.listRefusals(access, ids, requested);
    const outcomes = await this.apply(
      access,
      ids.filter((id) => !refusals.has(id)),
      requested,
    );
    return toTriaged(outcomes, refusals.values());
  }

  /** Says why the person may not make the change, by the ids of the issues concerned. */
  async listRefusals(
    access: Access,
    issueIds: readonly number[],
    requested: TriageChange,
  ): Promise<ReadonlyMap<number, ErrorCode>> {
    const projects = await this.issues.listProjectsOf(issueIds);
    const refusals = new Map<number, ErrorCode>();
    for (const id of issueIds) {
      const code = refuse(access, projects.get(id));
      if (code) refusals.set(id, code);
    }
    const allowed = issueIds.filter((id) => !refusals.has(id));
    for (const id of await this.listUnassignable(allowed, projects, requested)) {
      refusals.set(id, 'issue.assignee_unknown');
    }
    return refusals;
  }

  /**
   * Undoes the changes with these history ids. Does not undo a change when the issue has changed
   * since.
   */
  async undo(access: Access, historyIds: readonly number[]): Promise<Triaged> {
    const ids = [...new Set(historyIds)];
    const issues = await this.triage.listIssuesOf(ids);
    const projects = await this.issues.listProjectsOf([...new Set(issues.values())]);
    const unassignable = await this.listUnassignableAgain(ids, (id) =>
      projects.get(issues.get(id) ?? 0),
    );
    const refusals = ids.map(
      (id) =>
        refuse(access, projects.get(issues.get(id) ?? 0)) ??
        (unassignable.has(id) ? ('issue.assignee_unknown' as const) : undefined),
    );
    const allowed = ids.filter((_, index) => refusals[index] === undefined);
    const outcomes = await this.triage.undo({ ...this.by(access), historyIds: allowed });
    return toTriaged(
      outcomes,
      refusals.filter((code) => code !== undefined),
    );
  }

  private apply(
    access: Access,
    issueIds: readonly number[],
    requested: ToldChange,
  ): Promise<TriageOutcome[]> {
    const act = { ...this.by(access), issueIds, tell: requested.tell };
    return requested.kind === 'state'
      ? this.triage.change({ ...act, change: requested.change })
      : this.triage.assign({ ...act, ...requested });
  }

  private by(access: Access): { byUserId: number; nowMs: number } {
    return { byUserId: access.getPerson().id, nowMs: this.clock.nowMs() };
  }

  /**
   * Returns the history entries whose undo would assign an issue to a person who no longer works on
   * its project.
   */
  private async listUnassignableAgain(
    historyIds: readonly number[],
    projectOf: (historyId: number) => number | undefined,
  ): Promise<ReadonlySet<number>> {
    const before = await this.triage.listAssigneesBefore(historyIds);
    const people = [...new Set(before.values())];
    const projects = new Map(
      await Promise.all(
        people.map(
          async (id) => [id, await this.people.listProjectsOf(id, 'issues.triage')] as const,
        ),
      ),
    );
    const isTheirs = (historyId: number, assigneeId: number): boolean => {
      const theirs = projects.get(assigneeId) ?? [];
      return theirs === 'all' || theirs.includes(projectOf(historyId) ?? 0);
    };
    return new Set([...before].flatMap(([id, to]) => (isTheirs(id, to) ? [] : [id])));
  }

  private async listUnassignable(
    issueIds: readonly number[],
    projects: ReadonlyMap<number, number>,
    requested: TriageChange,
  ): Promise<readonly number[]> {
    if (requested.kind === 'state' || requested.assigneeId === undefined) return [];
    const theirs = await this.people.listProjectsOf(requested.assigneeId, 'issues.triage');
    if (theirs === 'all') return [];
    return issueIds.filter((id) => !theirs.includes(projects.get(id) ?? 0));
  }
}

function refuse(access: Access, projectId: number | undefined): ErrorCode | undefined {
  if (projectId === undefined || !access.can('issues.read', projectId)) return 'issue.unknown';
  return access.can('issues.triage', projectId) ? undefined : 'issue.forbidden';
}

function describeWorse(busiest: BusiestTimes | undefined): TriageOffer['worse'] {
  const { count, windowMinutes } = toWorse(busiest);
  const most = windowMinutes === 60 ? busiest?.inHour : busiest?.inDay;
  return { over: count - 1, most: most ?? 0, within: muteWindows[windowMinutes] };
}

function toTriaged(outcomes: readonly TriageOutcome[], refusals: Iterable<ErrorCode>): Triaged {
  const codes = outcomes.flatMap((each) => (each.outcome === 'refused' ? [each.code] : []));
  const refused = new Map<ErrorCode, number>();
  for (const code of [...refusals, ...codes]) refused.set(code, (refused.get(code) ?? 0) + 1);
  const changed = outcomes.filter((each) => each.outcome === 'changed');
  return {
    changed: changed.map(({ historyId }) => historyId),
    afterReleases: new Set(changed.flatMap(({ afterRelease }) => afterRelease ?? [])),
    unchanged: outcomes.length - changed.length - codes.length,
    refused,
  };
}
