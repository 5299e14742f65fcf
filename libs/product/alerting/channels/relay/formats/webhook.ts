import { createHmac } from 'node:crypto';
import { toIsoTime } from '#shared';
import type { AlertedIssue, AlertMessage, IssueEnd } from '../../rules/alert-message.ts';
import type { HttpFormat } from '../http-channel.ts';
import { toJsonRequest } from './json-request.ts';

/**
 * Version of the payload that docs/alerts.md describes. Raise the version when a field changes its
 * meaning or is removed.
 */
const VERSION = 1;

export const webhook: HttpFormat = {
  toRequest(message, { address = '', secret = '' }, nowMs) {
    const request = toJsonRequest(address, toPayload(message));
    const seconds = Math.floor(nowMs / 1000);
    const signature = createHmac('sha256', secret).update(`${seconds}.${request.body}`);
    return {
      ...request,
      headers: {
        ...request.headers,
        'Errata-Delivery': message.id,
        'Errata-Signature': `t=${seconds},v1=${signature.digest('hex')}`,
      },
    };
  },
};

function toPayload({
  id,
  kind,
  title,
  lines,
  level,
  project,
  issues,
  more,
  url,
  atMs,
}: AlertMessage) {
  const at = toIsoTime(atMs);
  const payload = { version: VERSION, id, kind, title, lines, level, project, more, url, at };
  return { ...payload, issues: issues.map(toIssue) };
}

function toIssue({ firstSeenMs, lastSeenMs, end, ...issue }: AlertedIssue) {
  const times = { firstSeen: toIsoTime(firstSeenMs), lastSeen: toIsoTime(lastSeenMs) };
  return { ...issue, ...times, end: end && toEnd(end) };
}

function toEnd({ lastedMs, atMs, ...end }: IssueEnd) {
  return { ...end, seconds: Math.round(lastedMs / 1000), at: toIsoTime(atMs) };
}
