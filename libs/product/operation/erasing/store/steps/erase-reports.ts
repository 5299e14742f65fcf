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

/** Of at most 64 MiB together (ADR 80), mostly small. */
const ROWS = 5;

/** Failed reports that name the person are removed: what is in them cannot be told apart before they are processed. */
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

/** The report and the address of its sender. Undefined of one that another secret has sealed: nobody can read that here. */
function open(seal: Seal, body: Uint8Array, name: string): string | undefined {
  try {
    const { body: report, senderAddress = '' } = takeHead(seal.open(body, name));
    return `${senderAddress}\n${report.toString()}`;
  } catch (error) {
    if (error instanceof ErrataError) return undefined;
    throw error;
  }
}
