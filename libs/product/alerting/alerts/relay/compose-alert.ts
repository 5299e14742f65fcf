import { readPayload } from '#events';
import type { AlertedFiring, DueAlert, RuleTest } from '../index.ts';
import { alertLimits, findFailingFrameOfEvent, formatUtc, toIssueTitle, toShortId } from '#shared';
import type { StackFrame } from '#shared';
import type { Incident } from '../rules/alert-kind.ts';
import { kindOf, toReasonText } from '../rules/alert-kinds.ts';
import { toEndText } from '../rules/ends.ts';
import type { AlertedComment, AlertedIssue, AlertMessage } from '#product/alerting/channels/rules';

const TITLE_LENGTH = 200;
const LINE_LENGTH = 500;

export function composeAlert(
  { id, firings, more, isSummary, nowMs }: DueAlert,
  publicUrl: string,
): AlertMessage {
  const issues = firings.flatMap((firing) => toAlertedIssue(firing, publicUrl) ?? []);
  const incident = findIncident(firings[0]);
  const projects = new Map(firings.map(({ project }) => [project.id, project]));
  const [project] = projects.values();
  const only = projects.size === 1 ? project : undefined;
  return {
    id,
    incident: incident?.id,
    kind: toKind(firings, isSummary && firings.length + more > 1),
    title: cut(toTitle(firings, { more, issues }), TITLE_LENGTH),
    lines: toLines(firings).map((line) => cut(line, LINE_LENGTH)),
    level: isOfEnds(firings) ? 'ok' : (incident?.level ?? toLevel(issues)),
    project: only ? { slug: only.slug, name: only.name } : undefined,
    issues,
    more,
    url: toUrl(firings, { more, publicUrl }),
    atMs: nowMs,
  };
}

/** Composes a message that somebody asked for, about the newest issue that the rule matches. */
export function composeRuleTest(
  { id, ruleName, isOfIssues, project, firing, nowMs }: RuleTest,
  publicUrl: string,
): AlertMessage {
  const asked = 'Somebody asked for this test. Nothing has happened.';
  const none = isOfIssues ? ['No issue of the last 14 days matches the rule.'] : [];
  const message: Omit<AlertMessage, 'kind' | 'title'> = firing
    ? composeAlert({ id, firings: [firing], more: 0, isSummary: false, nowMs }, publicUrl)
    : {
        id,
        lines: none,
        level: 'info',
        project,
        issues: [],
        more: 0,
        url: `${publicUrl}/issues?project=${project.slug}`,
        atMs: nowMs,
      };
  return {
    ...message,
    kind: 'test',
    title: `Test of the rule ${ruleName}`,
    lines: [asked, ...message.lines],
    issues: message.issues.map((issue) => ({ ...issue, reason: 'as a test' })),
  };
}

function findIncident(firing: AlertedFiring | undefined): Incident | undefined {
  return firing && kindOf(firing.reason).incident?.(firing);
}

function toLevel(issues: readonly AlertedIssue[]): AlertMessage['level'] {
  const isFatal = issues.some(({ level }) => level === 'fatal');
  return isFatal ? 'fatal' : (issues[0]?.level ?? 'error');
}

/**
 * Notices to one person have the kind `person`, even in a summary, because the log of deliveries
 * must not store their text.
 */
function toKind(firings: readonly AlertedFiring[], isSummary: boolean): AlertMessage['kind'] {
  if (firings[0] && firings.every(({ ruleId }) => ruleId === undefined)) return 'person';
  if (isOfEnds(firings)) return 'over';
  return isSummary ? 'summary' : 'issues';
}

/** Ends of issues never share a message with other firings. */
function isOfEnds([first]: readonly AlertedFiring[]): boolean {
  return first?.reason.kind === 'over';
}

interface Listed {
  readonly more: number;
  readonly issues: readonly AlertedIssue[];
}

function toTitle(firings: readonly AlertedFiring[], { more, issues }: Listed): string {
  const [first] = firings;
  const [issue] = issues;
  const count = firings.length + more;
  if (!first) return `Issues beyond those that were told one by one: ${more}`;
  if (!issue) return toProjectText(first);
  // The message of a monitor's issue is its last failure.
  const value = issue.end?.how === 'recovered' ? '' : issue.message;
  const named = toIssueTitle({ type: issue.type, value });
  if (count === 1) return `${issue.shortId} ${toReasonText(first.reason)}: ${named}`;
  const names = new Set(firings.map(({ project }) => project.name));
  const what = isOfEnds(firings) ? 'issues are over' : 'issues';
  return `${count} ${what} in ${[...names].join(', ')}: ${named}`;
}

function toLines(firings: readonly AlertedFiring[]): string[] {
  const [first] = firings;
  const alone = firings.length === 1 ? first : undefined;
  return [
    ...firings
      .filter(({ issue }) => issue === undefined)
      .slice(0, 5)
      .flatMap((firing) => findIncident(firing)?.lines ?? [`${toProjectText(firing)}.`]),
    ...(alone ? toOwnLines(alone) : []),
    ...(alone?.ruleName === undefined ? [] : [`By the rule "${alone.ruleName}".`]),
  ];
}

function toOwnLines(firing: AlertedFiring): string[] {
  const { by, issue, reason } = firing;
  if (reason.kind === 'over') {
    const text = toEndText(reason, firing);
    return [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
  }
  return [
    ...(by === undefined ? [] : [`By ${by}.`]),
    ...(issue ? [`Since ${formatUtc(issue.firstSeenMs)}.`] : []),
  ];
}

/** Describes a firing that is not about an issue: `Web 1.4.2: 98 % crash-free sessions, under 99 %`. */
function toProjectText(firing: AlertedFiring): string {
  const { project, reason, release } = firing;
  const isOfRelease = findIncident(firing) !== undefined && release !== undefined;
  return `${project.name}${isOfRelease ? ` ${release}` : ''}: ${toReasonText(reason)}`;
}

/**
 * Returns the address of the issue or release when the message is about one. Otherwise returns the
 * address of the issue list, limited to one project when all firings belong to it.
 */
function toUrl(
  firings: readonly AlertedFiring[],
  { more, publicUrl }: { more: number; publicUrl: string },
): string {
  const [first] = firings;
  const isAlone = firings.length === 1 && more === 0;
  if (isAlone && first?.issue) return toIssueUrl(first, publicUrl);
  const path = isAlone ? findIncident(first)?.path : undefined;
  if (path !== undefined) return `${publicUrl}${path}`;
  const slugs = new Set(firings.map(({ project }) => project.slug));
  const query = slugs.size === 1 ? `?project=${[...slugs][0]!}` : '';
  return `${publicUrl}/issues${query}`;
}

function toIssueUrl({ issue }: AlertedFiring, publicUrl: string): string {
  return `${publicUrl}/issues/${issue!.id}`;
}

function toAlertedIssue(firing: AlertedFiring, publicUrl: string): AlertedIssue | undefined {
  const { issue, project, reason, environment, release, comments } = firing;
  if (!issue) return undefined;
  const code = findCode(firing);
  return {
    id: issue.id,
    shortId: toShortId(project.slug, issue.number),
    reason: reason.kind === 'over' ? toEndText(reason, firing) : toReasonText(reason),
    type: issue.type,
    message: issue.value,
    place: issue.place,
    code,
    level: issue.level,
    environment,
    release,
    events: issue.events,
    users: issue.users,
    firstSeenMs: issue.firstSeenMs,
    lastSeenMs: issue.lastSeenMs,
    url: toIssueUrl(firing, publicUrl),
    comments: comments ? comments.map(cutComment) : undefined,
    end: toEnd(firing),
  };
}

function toEnd({ reason, by, lastedMs, atMs }: AlertedFiring): AlertedIssue['end'] {
  if (reason.kind !== 'over') return undefined;
  const { how, release, afterRelease, commit } = reason;
  return { how, by, release, afterRelease, commit, lastedMs: lastedMs ?? 0, atMs };
}

function cutComment({ by, text }: AlertedComment): AlertedComment {
  return { by, text: cutEnd(text.trim(), alertLimits.commentLength) };
}

function findCode({ payload }: AlertedFiring): AlertedIssue['code'] {
  const frame = payload && findFrame(payload.json);
  const text = frame?.contextLine?.trim();
  const file = frame?.filename ?? frame?.module;
  if (!text || !file || frame?.line === undefined) return undefined;
  return { file, line: frame.line, text: cut(text, LINE_LENGTH) };
}

/** Alerts are sent without their line of code when the event cannot be read. */
function findFrame(json: string): StackFrame | undefined {
  try {
    return findFailingFrameOfEvent(readPayload(json));
  } catch {
    return undefined;
  }
}

function cut(text: string, length: number): string {
  return cutEnd(text.replaceAll(/\s+/g, ' ').trim(), length);
}

function cutEnd(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
