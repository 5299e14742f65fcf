import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodePayload } from '../../payload/event-payload.ts';
import type { EventPayload } from '../../payload/event-payload.ts';
import type { GroupedEvent, ProcessedReport } from '../report.store.ts';

/** After this long the event loop gets a turn: the same thread may be answering requests. */
const TURN_MS = 5;

/** An event with its body ready to be written. */
export interface PreparedEvent extends GroupedEvent {
  readonly payload: EventPayload;
}

export interface PreparedReport extends Omit<ProcessedReport, 'events'> {
  readonly events: readonly PreparedEvent[];
}

/** Compresses every event before the transaction begins, so that it holds its locks only to write. */
export async function prepareReports(
  reports: readonly ProcessedReport[],
): Promise<PreparedReport[]> {
  const prepared: PreparedReport[] = [];
  let turnStartedMs = performance.now();
  for (const { events, ...report } of reports) {
    const preparedEvents: PreparedEvent[] = [];
    for (const event of events) {
      preparedEvents.push(prepareEvent(event));
      if (performance.now() - turnStartedMs < TURN_MS) continue;
      await nextTurn();
      turnStartedMs = performance.now();
    }
    prepared.push({ ...report, events: preparedEvents });
  }
  return prepared;
}

function prepareEvent(grouped: GroupedEvent): PreparedEvent {
  return { ...grouped, payload: encodePayload(grouped.event) };
}
