import { randomUUID } from 'node:crypto';
import type { AlertMessage } from '#shared';

/** What those are told who can mend a channel whose receiver is gone. */
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
    title: `Nobody is told by the channel ${name} any more`,
    lines: [
      `Its receiver said that it is gone: ${reason}`.slice(0, 500),
      'Errata has switched it off. Save it with a new address to switch it on again.',
    ],
    level: 'error',
    ...(project ? { project } : {}),
    issues: [],
    more: 0,
    url: publicUrl + path,
    atMs: nowMs,
  };
}
