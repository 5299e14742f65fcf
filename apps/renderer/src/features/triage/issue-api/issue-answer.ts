import type { Issue } from '#product/recording/issues';
import type { User } from '#product/people/accounts';
import type { Project } from '#product/projects/projects';
import { issueLimits, toIssueTitle, toShortId } from '#shared';
import type { IssueState } from '#shared';

export function toIssueAnswer(
  issue: Issue,
  {
    project,
    people,
    publicUrl,
    organisation,
    nowMs,
  }: {
    readonly project: Project | undefined;
    readonly people: ReadonlyMap<number, User>;
    readonly publicUrl: string;
    readonly organisation: string;
    readonly nowMs: number;
  },
): object {
  const { id, projectId, projectSlug, type, value, place, assigneeId } = issue;
  return {
    id: String(id),
    shortId: toShortId(projectSlug, issue.number),
    shareId: null,
    title: toIssueTitle(issue),
    culprit: place,
    // Sentry's MCP server reads the organisation and the id out of this form alone.
    permalink: `${publicUrl}/organizations/${organisation}/issues/${id}/`,
    logger: null,
    level: issue.level,
    ...toStatus(issue, nowMs),
    // Events of one issue may come from several platforms.
    platform: null,
    project: {
      id: String(projectId),
      slug: projectSlug,
      name: project?.name ?? projectSlug,
      platform: project?.platform ?? null,
    },
    type: 'error',
    issueType: 'error',
    issueCategory: 'error',
    metadata: { type, value, ...toPlace(place) },
    assignedTo: assigneeId === undefined ? null : toAssignee(assigneeId, people.get(assigneeId)),
    isPublic: false,
    isBookmarked: false,
    isSubscribed: false,
    hasSeen: true,
    annotations: [],
    // Grafana expects a string.
    count: String(issue.events),
    userCount: issue.users,
    firstSeen: toIso(issue.firstSeenMs),
    lastSeen: toIso(issue.lastSeenMs),
    // Sentry has no such field.
    regressedRelease: toVersion(issue.regressedRelease),
  };
}

function toAssignee(id: number, person: User | undefined): object {
  const { email = '', name = email } = person ?? {};
  return { type: 'user', id: String(id), name, email };
}

export function toReleases({ firstRelease, lastRelease }: Issue): object {
  return {
    firstRelease: toVersion(firstRelease),
    lastRelease: toVersion(lastRelease),
  };
}

function toVersion(version: string | undefined): object | null {
  return version === undefined ? null : { version };
}

export function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}

function toPlace(place: string): object {
  const parts = PLACE.exec(place)?.groups;
  return parts ? { function: parts['function'], filename: parts['file'] } : {};
}

const PLACE = /^(?<function>.+) \((?<file>.+?)(?::\d+)?\)$/;

function toStatus({ state, firstSeenMs }: Issue, nowMs: number): object {
  if (state.status === 'unresolved') {
    const isYoung = nowMs - firstSeenMs < issueLimits.newForMs;
    // An issue that a person reopened is not `new` in Sentry's terms.
    const isNew = isYoung && state.kind === 'new' && state.byUserId === undefined;
    const substatus = isNew ? 'new' : state.kind === 'regressed' ? 'regressed' : 'ongoing';
    return { status: 'unresolved', substatus, statusDetails: {} };
  }
  if (state.status === 'resolved') {
    return { status: 'resolved', substatus: null, statusDetails: toResolution(state) };
  }
  const substatus = state.kind === 'forever' ? 'archived_forever' : 'archived_until_condition_met';
  return { status: 'ignored', substatus, statusDetails: toCondition(state) };
}

function toResolution(state: Extract<IssueState, { status: 'resolved' }>): object {
  if (state.kind === 'now') return {};
  return state.kind === 'inRelease' ? { inRelease: state.release } : { inNextRelease: true };
}

function toCondition(state: Extract<IssueState, { status: 'muted' }>): object {
  if (state.kind === 'forever') return {};
  if (state.kind === 'time') return { ignoreUntil: toIso(state.untilMs) };
  const { kind, count, windowMinutes: minutes } = state;
  return kind === 'events'
    ? { ignoreCount: count, ignoreWindow: minutes }
    : { ignoreUserCount: count, ignoreUserWindow: minutes };
}
