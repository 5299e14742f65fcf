import { ErrataError } from '#shared';
import type { Seal } from '#persistence/stores';
import { takeHead, toName } from '#product/recording/failed-reports';
import {
  type ErasureStep,
  findReached,
  isErasing,
  openWindow,
  type StepResult,
} from './erasure-step.ts';

const ROWS = 5;

/**
 * Deletes failed reports that contain the person's name, because an unprocessed report cannot be
 * redacted.
 */
export async function eraseReports(step: ErasureStep, seal: Seal): Promise<StepResult> {
  const window = openWindow(step);
  const { afterId, upToId, projectId } = window;
  const rows = await step.transaction
    .selectFrom('failed_reports')
    .select(['id', 'origin', 'report_id', 'body'])
    .where('id', '>', afterId)
    .where('id', '<=', upToId)
    .$if(projectId !== null, (query) => query.where('project_id', '=', projectId!))
    .orderBy('id')
    .limit(ROWS)
    .execute();
  const named = rows.filter(({ origin, report_id: reportId, body }) => {
    const report = body && open(seal, body, toName(origin, reportId));
    return report !== null && report !== undefined && step.person.isNamedIn(report);
  });
  const ids = named.map(({ id }) => id);
  if (ids.length > 0 && isErasing(step)) {
    await step.transaction.deleteFrom('failed_reports').where('id', 'in', ids).execute();
  }
  return { reachedId: findReached(window, rows, ROWS), counts: { failedReports: ids.length } };
}

/** Returns the report with the sender's address, or undefined when another secret encrypted it. */
function open(seal: Seal, body: Uint8Array, name: string): string | undefined {
  try {
    const { body: report, senderAddress = '' } = takeHead(seal.open(body, name));
    return `${senderAddress}\n${report.toString()}`;
  } catch (error) {
    if (error instanceof ErrataError) return undefined;
    throw error;
  }
}
