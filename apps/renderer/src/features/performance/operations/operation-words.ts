import type { OperationRow } from '#product/performance/operations';
import { formatMs, formatRate } from '#shared';
import { toShare } from '../segments/index.ts';
import type { OperationsProps, ToldOperation } from './operations.dto.ts';

const HEAD = ['Operation', 'Calls a request', 'Failed', 'p95', 'Share of time'];
const ROWS = 50;
/** Calls of one statement within a request from which on a page speaks of them. */
const LEAST_REPEATED = 10;
const MOST_REPEATED = 3;

export function toOperations(rows: readonly OperationRow[]): OperationsProps {
  const shown = rows.slice(0, ROWS).map((row) => ({
    method: row.kind,
    name: row.name || 'all others',
    cells: [
      formatRate(row.callsPerRequest),
      toShare(row.failed, row.calls),
      formatMs(row.p95Ms),
      { text: toShare(row.share, 1), percent: Math.round(100 * row.share) },
    ],
  }));
  return { head: HEAD, rows: shown, repeated: listRepeated(rows) };
}

/** Names what one request calls again and again, the most first. */
function listRepeated(rows: readonly OperationRow[]): readonly ToldOperation[] {
  return rows
    .filter(({ kind, name, most }) => most >= LEAST_REPEATED && kind !== 'resource' && name !== '')
    .toSorted((one, other) => other.most - one.most)
    .slice(0, MOST_REPEATED)
    .map(({ kind, name, most }) => ({
      words: `The same ${kind === 'db' ? 'statement' : 'call'} at least ${most} times in one request`,
      name,
    }));
}

/**
 * Chooses the operation that explains most of a change: the one by which a request takes most time
 * more, or less when the segment became faster.
 */
export function findExplanation(
  rows: readonly OperationRow[],
  isSlower: boolean,
): ToldOperation | undefined {
  const toMore = ({ totalMs, change }: OperationRow): number =>
    change ? Math.abs(totalMs * (1 - 1 / change.factor)) : 0;
  const [first] = rows
    .filter(({ change }) => change && change.factor >= 1 === isSlower)
    .toSorted((one, other) => toMore(other) - toMore(one));
  if (!first?.change) return undefined;
  const { factor, release } = first.change;
  return {
    name: first.name,
    words: `takes ${Number(factor.toPrecision(2))} × as long since ${release}`,
  };
}
