import type { LogRoom } from '#product/recording/logs';
import { formatBytes, logLimits } from '#shared';

/** Returns sentences that say how much of the storage logs use, and how to keep more. */
export function describeRoom({ budgetBytes, bytes, dayBytes }: LogRoom): readonly string[] {
  if (budgetBytes === 0) {
    return [`The project’s logs take about ${formatBytes(bytes)}. There is no storage budget.`];
  }
  const [share, ofDay] = [logLimits.projectShare, logLimits.dayShare].map(
    (part) => budgetBytes * part,
  );
  return [
    `The project’s logs take about ${formatBytes(bytes)} of the ${formatBytes(share!)} that they may take, and those of today ${formatBytes(dayBytes)} of ${formatBytes(ofDay!)}.`,
    'Beyond that, Errata deletes the oldest ones of this project. When the logs of all projects are too many together, the project with most loses its oldest ones.',
    'To keep logs for longer, keep fewer levels, or ask who operates Errata to raise STORAGE_BUDGET_BYTES.',
  ];
}
