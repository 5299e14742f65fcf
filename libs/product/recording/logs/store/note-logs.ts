import type { Ending, OutcomeCount } from '#shared';
import { DAY_MS, groupByName } from '#persistence/stores';
import type { DayTables } from '#persistence/stores';
import type { ProcessedReport } from '#product/recording/reports';
import type { LogItem } from './log-item.ts';
import type { RecordingStep } from '#product/recording/steps';
import { weighLogs } from '../rules/log-weight.ts';
import { addLogs, findItems, type SpooledLogs } from './add-logs.ts';
import { makeDayRoom, readLogBudget } from './log-shares.ts';
import { logDays } from './log.tables.ts';
import type { LogItemsTable } from './log.tables.ts';
import { toDay } from './to-day.ts';

/** Events that weigh as much as the logs of one transaction. */
const WEIGHT_PER_TRANSACTION = 200;

/** Endings of items that added no logs, as their day remembers. */
const endings = new WeakMap<LogItem, Ending>();

/**
 * Stores logs before the transaction that records their reports, because a day of logs is a
 * database of its own. The day remembers which items it has, so a report adds nothing when it is
 * recorded again, or was sent again on this day or the next because no answer came.
 */
export const noteLogs: RecordingStep = {
  locks: 'belongings',
  async prepare(database, reports) {
    const spooled = reports.flatMap(listSpooled);
    if (spooled.length === 0) return;
    const budgetBytes = await readLogBudget(database.kysely);
    for (const [day, items] of groupByName(spooled, ({ item }) => toDay(item.receivedAtMs))) {
      const days = database.openDays(logDays);
      const known = await findAround(days, day, items);
      await makeDayRoom(days, day, budgetBytes);
      const { kind } = database;
      for (const part of splitByWeight(items)) {
        const found = await days.write(day, (transaction) =>
          addLogs({ transaction, kind, day }, part, known),
        );
        for (const { item } of part) {
          const ending = found.get(item);
          if (ending) endings.set(item, ending);
          else endings.delete(item);
        }
      }
    }
  },
  async run({ reports, outcomes }) {
    for (const { logs = [], publicKey } of reports) {
      for (const item of logs) outcomes.push(...listOutcomes(item, publicKey));
    }
  },
};

/** Keeps the order, and never splits an item. */
function splitByWeight(items: readonly SpooledLogs[]): readonly (readonly SpooledLogs[])[] {
  const parts: SpooledLogs[][] = [];
  let weight = Infinity;
  for (const each of items) {
    const own = weighLogs(each.item.logs);
    weight += own;
    if (weight > WEIGHT_PER_TRANSACTION) {
      parts.push([]);
      weight = own;
    }
    parts.at(-1)!.push(each);
  }
  return parts;
}

/** Finds the items on the day before and after, because a report may be sent again at midnight. */
async function findAround(
  days: DayTables,
  day: string,
  items: readonly SpooledLogs[],
): Promise<ReadonlyMap<string, LogItemsTable>> {
  const found = new Map<string, LogItemsTable>();
  for (const byMs of [-DAY_MS, DAY_MS]) {
    const known = await days.read(toDay(Date.parse(day) + byMs), (db) => findItems(db, items));
    for (const [name, item] of known ?? []) found.set(name, item);
  }
  return found;
}

function listSpooled(report: ProcessedReport): SpooledLogs[] {
  // A request that comes twice has the same logs in two reports.
  const name = report.request ?? `${report.origin}/${report.reportId}`;
  const items = (report.logs ?? []).filter(({ logs }) => logs.length > 0);
  return items.map((item) => ({ report: name, item }));
}

function listOutcomes(item: LogItem, publicKey: string): OutcomeCount[] {
  const { projectId, receivedAtMs: atMs, logs, dropped } = item;
  const ending = endings.get(item) ?? { outcome: 'stored', reason: 'taken' };
  return [{ ...ending, quantity: logs.length }, ...dropped]
    .filter(({ quantity }) => quantity > 0)
    .map((each) => ({ ...each, projectId, publicKey, atMs, kind: 'log_item' as const }));
}
