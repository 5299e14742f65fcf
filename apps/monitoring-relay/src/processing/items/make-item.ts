import { toReason } from '#telemetry/plain';
import { toItemKind } from '../../outcomes/item-kind.ts';
import type { SpooledItem } from '../spooled-envelope.ts';
import { makeAttachment } from './attachment.ts';
import { makeCheckIn } from './check-in.ts';
import { makeDiscards } from './discards.ts';
import { type EventOptions, makeEvent } from './event.ts';
import { makeFeedback, makeUserReport } from './feedback.ts';
import { makeLogs } from './logs.ts';
import { makeSession, makeSessions } from './session.ts';
import { makeSpans } from './spans.ts';
import { type ItemPlace, type Made, type NotMade, sources } from './made.ts';

const others: Readonly<Record<string, (item: SpooledItem, place: ItemPlace) => Made>> = {
  attachment: makeAttachment,
  feedback: makeFeedback,
  user_report: makeUserReport,
  client_report: makeDiscards,
  check_in: makeCheckIn,
  session: makeSession,
  sessions: makeSessions,
  log: makeLogs,
  span: makeSpans,
  transaction: makeSpans,
};

/**
 * Turns an item into the event, attachment or other row to record. The item's type must be one that
 * `isKept` accepts. Never throws; rejects only when source maps cannot be read. A returned problem
 * contains the item's index.
 */
export function makeItem(
  item: SpooledItem,
  place: ItemPlace,
  options: EventOptions,
): Made | Promise<Made> {
  const first = tryItem(item, () =>
    Object.hasOwn(sources, item.type)
      ? makeEvent(item, place, options)
      : others[item.type]!(item, place),
  );
  if (!('finish' in first)) return toPlaced(first, place);
  return first.mapping.then((mapped) =>
    toPlaced(
      tryItem(item, () => first.finish(mapped)),
      place,
    ),
  );
}

function toPlaced(made: Made, { item }: ItemPlace): Made {
  return made.ok ? made : { ok: false, problem: { ...made.problem, item } };
}

function tryItem<Result>(item: SpooledItem, make: () => Result): Result | NotMade {
  try {
    return make();
  } catch (error) {
    const reason = `Processing failed: ${toReason(error)}`;
    return { ok: false, problem: { kind: toItemKind(item.type), reason, error } };
  }
}
