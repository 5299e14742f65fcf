import { randomUUID } from 'node:crypto';
import type { AlertMessage } from '../rules/alert-message.ts';

export function toGoneNotice({
  name,
  reason,
  project,
  publicUrl,
  nowMs,
}: {
  readonly name: string;
  readonly reason: string;
  readonly project: AlertMessage['project'];
  readonly publicUrl: string;
  readonly nowMs: number;
}): AlertMessage {
  const path = project ? `/settings/projects/${project.slug}/channels` : '/settings/channels';
  return {
    id: randomUUID(),
    kind: 'operator',
    title: `The channel ${name} is switched off`,
    lines: [
      `The receiver answered that it no longer exists: ${reason}`.slice(0, 500),
      'Errata sends nothing there any more, and does not tell it that an issue is over. To switch the channel on again, save it with a new address.',
    ],
    level: 'error',
    project,
    issues: [],
    more: 0,
    url: publicUrl + path,
    atMs: nowMs,
  };
}
