import type { Ending, OutcomeCount } from '#shared';
import { groupByName, type KyselyDatabase } from '#persistence/stores';
import type { LogItem, ProcessedReport } from '#product/recording/reports';
import type { RecordingStep } from '#product/recording/steps';
import { addLogs, type SpooledLogs } from './add-logs.ts';
import { LogRoom } from './log-room.ts';
import { logDays } from './log.tables.ts';
import { toDay } from './to-day.ts';

const rooms = new WeakMap<KyselyDatabase, LogRoom>();
/** Endings of items that added no logs, as their day remembers. */
const endings = new WeakMap<LogItem, Ending>();

/**
 * Stores logs before the transaction that records their reports, because a day of logs is a
 * database of its own. The day remembers which items it has, so a report adds nothing when it is
 * recorded again, or was sent again because no answer came.
 */
export const noteLogs: RecordingStep = {
  locks: 'belongings',
  async prepare(database, reports) {
    const spooled = reports.flatMap(listSpooled);
    for (const [day, items] of groupByName(spooled, ({ item }) => toDay(item.receivedAtMs))) {
      const days = database.openDays(logDays);
      const isFull = await toRoom(database).isFull(day, items[0]!.item.receivedAtMs);
      const { kind } = database;
      const found = await days.write(day, (transaction) =>
        addLogs({ transaction, kind, day }, items, isFull),
      );
      for (const { item } of items) {
        const ending = found.get(item);
        if (ending) endings.set(item, ending);
        else endings.delete(item);
      }
    }
  },
  async run({ reports, outcomes }) {
    for (const { logs = [], publicKey } of reports) {
      for (const item of logs) outcomes.push(...listOutcomes(item, publicKey));
    }
  },
};

function listSpooled({ origin, reportId, logs = [] }: ProcessedReport): SpooledLogs[] {
  return logs.filter((item) => item.logs.length > 0).map((item) => ({ origin, reportId, item }));
}

function toRoom(database: KyselyDatabase): LogRoom {
  const room = rooms.get(database) ?? new LogRoom(database, database.openDays(logDays));
  rooms.set(database, room);
  return room;
}

function listOutcomes(item: LogItem, publicKey: string): OutcomeCount[] {
  const { projectId, receivedAtMs: atMs, logs, dropped } = item;
  const ending = endings.get(item) ?? { outcome: 'stored', reason: 'taken' };
  return [{ ...ending, quantity: logs.length }, ...dropped]
    .filter(({ quantity }) => quantity > 0)
    .map((each) => ({ ...each, projectId, publicKey, atMs, kind: 'log_item' as const }));
}
