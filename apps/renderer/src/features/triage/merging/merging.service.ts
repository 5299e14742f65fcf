import { Injectable } from '@nestjs/common';
import type { JoinedWrite } from '#persistence';
import { IssueStore } from '#product/recording/issues';
import { MergeStore } from '#product/triage/states';
import type { IssueGroup } from '#product/triage/states';
import { Clock, toShortId } from '#shared';
import type { ErrorCode } from '#shared';
import type { Access } from '../../people/accounts/index.ts';
import type { GroupItem, GroupsProps } from './merging.dto.ts';

const GROUPS_PER_PAGE = 20;
const VALUE_LENGTH = 160;

type Refused = { readonly ok: false; readonly code: ErrorCode };

export type Merged =
  | {
      readonly ok: true;
      readonly historyId: number;
      readonly intoId: number;
      readonly into: string;
      readonly count: number;
    }
  | Refused;

export type Unmerged =
  | { readonly ok: true; readonly historyId: number; readonly issues: readonly string[] }
  | Refused;

@Injectable()
export class MergingService {
  constructor(
    private readonly issues: IssueStore,
    private readonly merges: MergeStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Merges all of the issues or none. `shortId` names the issue to merge them into, in upper or
   * lower case; without it, the issue that was seen first is taken. Answers `issue.unknown` for an
   * issue that the person cannot see.
   */
  async merge(
    access: Access,
    issueIds: readonly number[],
    { shortId, tell }: { readonly shortId?: string; readonly tell?: JoinedWrite } = {},
  ): Promise<Merged> {
    const ids = [...new Set(issueIds)];
    const projects = await this.issues.listProjectsOf(ids);
    const projectIds = ids.map((id) => projects.get(id));
    const code = projectIds.map((id) => refuse(access, id)).find((each) => each !== undefined);
    if (code) return { ok: false, code };
    const named = shortId === undefined ? undefined : await this.findNamed(ids, shortId);
    if (shortId !== undefined && (named === undefined || ids.includes(named))) {
      return { ok: false, code: 'issue.merge_target' };
    }
    const outcome = await this.merges.merge({
      ...this.by(access),
      issueIds: named === undefined ? ids : [...ids, named],
      intoId: named,
      tell,
    });
    if (outcome.outcome === 'refused') return { ok: false, code: outcome.code };
    const { historyId, into } = outcome;
    const merged = await this.issues.find(into.id);
    return {
      ok: true,
      historyId,
      intoId: into.id,
      into: toShortId(merged?.projectSlug ?? '', into.number),
      count: named === undefined ? ids.length - 1 : ids.length,
    };
  }

  /** The caller checks that the person may unmerge this issue. */
  async unmerge(access: Access, issueId: number, groupIds: readonly number[]): Promise<Unmerged> {
    const issue = await this.issues.find(issueId);
    if (!issue) return { ok: false, code: 'issue.unknown' };
    const outcome = await this.merges.unmerge({ ...this.by(access), issueId, groupIds });
    if (outcome.outcome === 'refused') return { ok: false, code: outcome.code };
    const issues = outcome.issues.map(({ number }) => toShortId(issue.projectSlug, number));
    return { ok: true, historyId: outcome.historyId, issues };
  }

  /** Skips the first `before` groups. Returns undefined when the issue has only one group. */
  async listGroups(issueId: number, before: number): Promise<GroupsProps | undefined> {
    const options = { limit: GROUPS_PER_PAGE, offset: before };
    const { total, groups } = await this.merges.listGroups(issueId, options);
    if (total < 2) return undefined;
    const next = before + groups.length;
    return {
      total,
      items: groups.map(toItem),
      next: next < total && groups.length > 0 ? next : undefined,
      isFirstPage: before === 0,
    };
  }

  private by(access: Access): { byUserId: number; nowMs: number } {
    return { byUserId: access.getPerson().id, nowMs: this.clock.nowMs() };
  }

  private async findNamed(ids: readonly number[], shortId: string): Promise<number | undefined> {
    const [first] = ids;
    const issue = first === undefined ? undefined : await this.issues.find(first);
    const { slug = '', number } =
      /^(?<slug>.+)-(?<number>[1-9]\d{0,14})$/.exec(shortId.trim())?.groups ?? {};
    if (!issue || slug.toLowerCase() !== issue.projectSlug) return undefined;
    return this.issues.findByNumber(issue.projectId, Number(number));
  }
}

function refuse(access: Access, projectId: number | undefined): ErrorCode | undefined {
  if (projectId === undefined || !access.can('issues.read', projectId)) return 'issue.unknown';
  return access.can('issues.merge', projectId) ? undefined : 'issue.forbidden';
}

function toItem({ home, value, ...group }: IssueGroup): GroupItem {
  const { id, type, place, events, lastSeenMs } = group;
  return {
    id,
    type,
    value: value.length > VALUE_LENGTH ? `${value.slice(0, VALUE_LENGTH - 1)}…` : value,
    place,
    events,
    lastSeenMs,
    from: home?.number,
  };
}
