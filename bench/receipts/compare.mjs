/**
 * @typedef {object} Answered
 * @property {AnsweredItems} events by their ids
 * @property {AnsweredItems} logs by their texts
 * @property {AnsweredItems} spans by their ids
 * @property {Iterable<string>} attached ids of acknowledged events with a file
 *
 * @typedef {Pick<import('./receipts.mjs').Receipts, 'acknowledged' | 'refused' | 'sends'>} AnsweredItems
 *
 * @typedef {object} Faults all lists are empty unless a report was lost or counted twice
 * @property {readonly string[]} missing what is acknowledged but not stored; also events stored without their file
 * @property {readonly string[]} twice what is stored more than once
 * @property {readonly string[]} unwanted what was refused and yet stored, and logs that nobody sent
 * @property {readonly string[]} miscounted counters that differ from the rows they count, and outcomes that differ from the load
 */

/** Outcomes of acknowledged items. Any other outcome of such an item is a fault. */
const TAKEN = new Set(['stored', 'duplicate']);
/**
 * Reasons of the outcome `failed` when the relay refuses a request through no fault of the sender.
 * Acknowledged reports fail for other reasons.
 */
const PUT_OFF = new Set(['no_room', 'busy', 'unwritable', 'fault']);

/** @returns {Faults} */
export function compare({ events, logs, spans, attached }, stored) {
  const found = {
    events: countEach(stored.ids),
    logs: countEach(stored.logs),
    files: countEach(stored.attached),
  };
  const toLog = (log) => `the log “${log}”`;
  const toFile = (id) => `the file of ${id}`;
  const lacksFile = (id) => events.acknowledged.has(id) && !found.files.has(id);
  const isUnwanted = (log) => logs.refused.has(log) || !mayBeTaken(logs, log);
  return {
    missing: [
      ...[...events.acknowledged].filter((id) => !found.events.has(id)),
      ...[...attached].filter(lacksFile).map(toFile),
      ...[...logs.acknowledged].filter((log) => !found.logs.has(log)).map(toLog),
    ],
    twice: [
      ...listRepeated(found.events),
      ...listRepeated(found.files).map(toFile),
      ...listRepeated(found.logs).map(toLog),
    ],
    unwanted: [
      ...[...events.refused].filter((id) => found.events.has(id)),
      ...[...found.logs.keys()].filter(isUnwanted).map(toLog),
    ],
    miscounted: [...stored.miscounted, ...compareOutcomes({ events, logs, spans }, stored)],
  };
}

export function countEach(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function listRepeated(counts) {
  return [...counts].filter(([, count]) => count > 1).map(([id]) => id);
}

function mayBeTaken({ sends }, item) {
  const { acknowledged, open } = sends.get(item) ?? { acknowledged: 0, open: 0 };
  return acknowledged + open > 0;
}

/**
 * Returns a line for each count of outcomes that contradicts the answers and the stored rows.
 *
 * - An item acknowledged n times has n outcomes.
 * - A request without a known answer counts once or not at all. Such a request counts for certain
 *   when its item is stored and no other request can have brought it.
 * - Refusals are left out: a relay that is killed may forget the last of them.
 */
function compareOutcomes(
  { events, logs, spans },
  { ids, attached, logs: texts, segments, outcomes },
) {
  const ended = (kind, outcome) =>
    outcomes
      .filter((each) => each.kind === kind && each.outcome === outcome)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const taken = (kind) => ended(kind, 'stored') + ended(kind, 'duplicate');
  return [
    ...check('events stored', ended('error', 'stored'), exactly(ids.length)),
    ...check('events stored or duplicate', taken('error'), countDeliveries(events, new Set(ids))),
    ...check('files stored', ended('attachment', 'stored'), exactly(attached.length)),
    // Each file was sent only once.
    ...check('files duplicate', ended('attachment', 'duplicate'), exactly(0)),
    ...check('logs stored', ended('log_item', 'stored'), exactly(texts.length)),
    ...check('logs stored or duplicate', taken('log_item'), countDeliveries(logs, new Set(texts))),
    ...check('spans stored', ended('span', 'stored'), countStored(spans)),
    ...check('spans stored or duplicate', taken('span'), countDeliveries(spans)),
    ...check('segments counted', segments, exactly(ended('span', 'stored'))),
    ...outcomes.filter(isFault).map((each) => `outcome ${nameOf(each)}: ${each.quantity}`),
    ...outcomes
      .filter(({ quantity, inHours }) => quantity !== inHours)
      .map((each) => `outcome ${nameOf(each)}: ${each.quantity}, in hours ${each.inHours}`),
  ];
}

function countDeliveries({ sends }, stored) {
  let least = 0;
  let most = 0;
  for (const [item, { acknowledged, open }] of sends) {
    const isStored = stored?.has(item);
    least += Math.max(acknowledged, isStored ? 1 : 0);
    most += isStored === false ? acknowledged : acknowledged + open;
  }
  return { least, most };
}

/** Spans are kept as counts alone, so that nothing tells which of the open ones were taken. */
function countStored({ acknowledged, sends }) {
  const open = [...sends.values()].filter((each) => each.acknowledged + each.open > 0);
  return { least: acknowledged.size, most: open.length };
}

const exactly = (count) => ({ least: count, most: count });

function check(what, count, { least, most }) {
  if (count >= least && count <= most) return [];
  return [`${what}: ${count}, not ${least === most ? least : `${least} to ${most}`}`];
}

function isFault({ outcome, reason }) {
  const isRefusal =
    outcome === 'invalid' ||
    (outcome === 'rate_limited' && reason === 'key') ||
    (outcome === 'failed' && PUT_OFF.has(reason));
  return !TAKEN.has(outcome) && !isRefusal;
}

const nameOf = ({ outcome, reason, kind }) => `${outcome}/${reason} ${kind}`;
