import type { OperationRow } from '#product/performance/operations';
import { formatLargestUnit, formatMs, formatRate } from '#shared';
import { toShare } from '../segments/index.ts';
import type { OperationsProps, ToldOperation } from './operations.dto.ts';

const HEAD = ['Operation', 'Calls a request', 'Failed', 'p95', 'Time a request'];
const ROWS = 50;
/** Calls of one statement within a request from which on a page speaks of them. */
const LEAST_REPEATED = 10;
const MOST_REPEATED = 3;

export function toOperations(rows: readonly OperationRow[], ms: number): OperationsProps {
  const shown = rows.slice(0, ROWS).map((row) => ({
    method: row.kind,
    name: row.name || 'all others',
    cells: [
      formatRate(row.callsPerRequest),
      toShare(row.failed, row.calls),
      formatMs(row.p95Ms),
      { text: formatMs(row.msPerRequest), percent: Math.round(100 * row.share) },
      row.msBefore === undefined ? '' : formatMs(row.msBefore),
    ],
  }));
  const head = [...HEAD, `${formatLargestUnit(ms)} before`];
  return { head, rows: shown, repeated: listRepeated(rows) };
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

/** Chooses the operation that explains most of a change: for which a request waits most time more. */
export function findExplanation(rows: readonly OperationRow[]): ToldOperation | undefined {
  const toMore = ({ totalMs, change }: OperationRow): number =>
    change ? totalMs * (1 - 1 / change.factor) : 0;
  const [first] = rows.toSorted((one, other) => toMore(other) - toMore(one));
  if (!first?.change) return undefined;
  const { factor, release, calls } = first.change;
  const [before, after] = calls ?? [];
  const words =
    before === undefined || after === undefined
      ? `takes ${Number(factor.toPrecision(2))} × as long since ${release}`
      : `is called ${formatRate(after)} × a request since ${release}, ${formatRate(before)} × before`;
  return { name: first.name, words };
}
