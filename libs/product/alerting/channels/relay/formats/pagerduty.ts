import { toIsoTime } from '#shared';
import type { AlertedIssue, AlertMessage } from '../../rules/alert-message.ts';
import { toContextLine, toFactLine, toHeadline, toPlaceLines } from '../alert-text.ts';
import type { HttpFormat } from '../http-channel.ts';
import { toJsonRequest } from './json-request.ts';

const SEVERITIES: Readonly<Record<AlertMessage['level'], string>> = {
  fatal: 'critical',
  error: 'error',
  warning: 'warning',
  info: 'info',
  debug: 'info',
  ok: 'info',
};

/**
 * Formats messages as plain text: https://developer.pagerduty.com/docs/send-alert-event. A message
 * of the level `ok` resolves its incident.
 */
export const pagerduty: HttpFormat = {
  toRequest(message, { address = '', secret = '' }) {
    const { title, lines, level, project, issues, more, url, atMs } = message;
    return toJsonRequest(address, {
      routing_key: secret,
      event_action: level === 'ok' ? 'resolve' : 'trigger',
      dedup_key: toIncident(message),
      client: 'Errata',
      client_url: url,
      links: issues.map((issue) => ({ href: issue.url, text: issue.shortId })),
      payload: {
        summary: title,
        severity: SEVERITIES[level],
        source: project?.slug ?? 'errata',
        timestamp: toIsoTime(atMs),
        group: toContextLine(message),
        custom_details: { lines, issues: issues.map(toDetails), more },
      },
    });
  },
};

/**
 * Returns the key of the message's incident. Messages about the same issue share an incident while
 * it is open.
 */
function toIncident({ id, incident, issues: [issue, ...others] }: AlertMessage): string {
  if (incident !== undefined) return `errata-${incident}`;
  return issue && others.length === 0 ? `errata-issue-${issue.id}` : `errata-${id}`;
}

function toDetails(issue: AlertedIssue) {
  return [`${issue.shortId} ${toHeadline(issue)}`, ...toPlaceLines(issue), toFactLine(issue)];
}
