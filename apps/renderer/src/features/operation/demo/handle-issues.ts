import type { FindingStore } from '#product/recording/finding';
import type { TriageStore } from '#product/triage/states';
import { toDemoEvent } from './demo-events.ts';
import type { DemoProject } from './demo-project.ts';

export async function handleIssues(
  { finding, triage }: { readonly finding: FindingStore; readonly triage: TriageStore },
  project: DemoProject & { readonly projectId: number },
  act: { readonly byUserId: number; readonly nowMs: number },
): Promise<void> {
  for (const kind of project.kinds) {
    const { eventId } = toDemoEvent(project, kind, 0);
    const quote = { by: 'id', text: eventId } as const;
    const [found] = await finding.findEvents(quote, { scope: [project.projectId], limit: 1 });
    if (!found) continue;
    const { issueId } = found;
    if (kind.change) await triage.change({ issueIds: [issueId], change: kind.change, ...act });
    if (kind.assigned) {
      await triage.assign({ issueIds: [issueId], assigneeId: act.byUserId, ...act });
    }
    if (kind.comment) await triage.comment({ issueId, body: kind.comment, ...act });
  }
}
