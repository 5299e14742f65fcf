/**
 * @typedef {object} Answered
 * @property {AnsweredItems} events by their ids
 * @property {AnsweredItems} logs by their texts
 * @property {Iterable<string>} attached ids of acknowledged events with a file
 *
 * @typedef {Pick<import('./receipts.mjs').Receipts, 'acknowledged' | 'refused' | 'sends' | 'refusals' | 'open'>} AnsweredItems
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

/** Kind of logs in outcomes. */
const LOG = 'log_item';

/** @returns {Faults} */
export function compare({ events, logs, attached }, stored) {
  const ofEvents = compareEvents(events, attached, stored);
  const ofLogs = compareLogs(logs, stored);
  const faults = ['missing', 'twice', 'unwanted', 'miscounted'];
  return Object.fromEntries(faults.map((name) => [name, [...ofEvents[name], ...ofLogs[name]]]));
}

function compareEvents(answered, attached, stored) {
  const { acknowledged, refused } = answered;
  const events = countEach(stored.ids);
  const files = countEach(stored.attached);
  const toFile = (id) => `the file of ${id}`;
  const lacksFile = (id) => acknowledged.has(id) && !files.has(id);
  return {
    missing: [
      ...[...acknowledged].filter((id) => !events.has(id)),
      ...[...attached].filter(lacksFile).map(toFile),
    ],
    twice: [...listRepeated(events), ...listRepeated(files).map(toFile)],
    unwanted: [...refused].filter((id) => events.has(id)),
    miscounted: [...stored.miscounted, ...compareOutcomes(answered, stored)],
  };
}

function compareLogs(answered, stored) {
  const { acknowledged, refused, sends } = answered;
  const logs = countEach(stored.logs);
  const wasTaken = (log) => {
    const { acknowledged: taken, open } = sends.get(log) ?? { acknowledged: 0, open: 0 };
    return taken + open > 0;
  };
  const isUnwanted = (log) => refused.has(log) || !wasTaken(log);
  const toLog = (log) => `the log “${log}”`;
  return {
    missing: [...acknowledged].filter((log) => !logs.has(log)).map(toLog),
    twice: listRepeated(logs).map(toLog),
    unwanted: [...logs.keys()].filter(isUnwanted).map(toLog),
    miscounted: compareLogOutcomes(answered, stored),
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

/**
 * Returns a line for each count of outcomes that contradicts the answers and the stored rows.
 *
 * - An event acknowledged n times has n outcomes.
 * - A request without a known answer counts once or not at all. Such a request counts for certain
 *   when its event is stored and no other request can have brought it.
 * - A relay that was killed may have forgotten the last refusals.
 */
function compareOutcomes({ sends, refusals, open }, { ids, attached, outcomes }) {
  const others = outcomes.filter(({ kind }) => kind !== LOG);
  const sum = (isCounted) => sumQuantities(others.filter(isCounted));
  const ended = (kind, outcome) => sum((each) => each.kind === kind && each.outcome === outcome);
  const taken = ended('error', 'stored') + ended('error', 'duplicate');
  return [
    ...check('events stored', ended('error', 'stored'), exactly(ids.length)),
    ...check('events stored or duplicate', taken, countDeliveries(sends, new Set(ids))),
    ...check('files stored', ended('attachment', 'stored'), exactly(attached.length)),
    // Each file was sent only once.
    ...check('files duplicate', ended('attachment', 'duplicate'), exactly(0)),
    ...check('items refused', sum(isInvalid), toRange(refusals.invalid)),
    ...check('items over a limit', sum(isLimited), toRange(refusals.limited)),
    ...check('items put off', sum(isPutOff), toRange(refusals.putOff)),
    ...check(
      'items of any end',
      taken + sum((each) => isInvalid(each) || isLimited(each) || isPutOff(each)),
      toRange({ answered: countAnswered({ sends, refusals }), open }),
    ),
    ...outcomes.filter(isFault).map((each) => `outcome ${nameOf(each)}: ${each.quantity}`),
    ...outcomes
      .filter(({ quantity, inHours }) => quantity !== inHours)
      .map((each) => `outcome ${nameOf(each)}: ${each.quantity}, in hours ${each.inHours}`),
  ];
}

function compareLogOutcomes({ sends, refusals, open }, { logs, outcomes }) {
  const ends = outcomes.filter(({ kind }) => kind === LOG);
  const ended = (name) => sumQuantities(ends.filter(({ outcome }) => outcome === name));
  const taken = ended('stored') + ended('duplicate');
  const answered = countAnswered({ sends, refusals });
  return [
    ...check('logs stored', ended('stored'), exactly(logs.length)),
    ...check('logs stored or duplicate', taken, countDeliveries(sends, new Set(logs))),
    ...check('logs over a limit', sumQuantities(ends.filter(isLimited)), toRange(refusals.limited)),
    ...check('logs of any end', sumQuantities(ends), toRange({ answered, open })),
  ];
}

function sumQuantities(outcomes) {
  return outcomes.reduce((total, { quantity }) => total + quantity, 0);
}

/** Counts each item once for each request with a known answer. */
function countAnswered({ sends, refusals }) {
  const taken = [...sends.values()].reduce((total, { acknowledged }) => total + acknowledged, 0);
  return Object.values(refusals).reduce((total, { answered }) => total + answered, taken);
}

function countDeliveries(sends, stored) {
  let least = 0;
  let most = 0;
  for (const [id, { acknowledged, open }] of sends) {
    least += Math.max(acknowledged, stored.has(id) ? 1 : 0);
    most += stored.has(id) ? acknowledged + open : acknowledged;
  }
  return { least, most };
}

const toRange = ({ answered, open }) => ({ least: answered, most: answered + open });

const exactly = (count) => ({ least: count, most: count });

function check(what, count, { least, most }) {
  if (count >= least && count <= most) return [];
  return [`${what}: ${count}, not ${least === most ? least : `${least} to ${most}`}`];
}

const isInvalid = ({ outcome }) => outcome === 'invalid';

const isLimited = ({ outcome, reason }) => outcome === 'rate_limited' && reason === 'key';

const isRelayRefusal = ({ outcome, reason }) => outcome === 'failed' && PUT_OFF.has(reason);

// A file is refused together with its event, so only the event counts.
const isPutOff = (each) => isRelayRefusal(each) && each.kind !== 'attachment';

const isFault = (each) =>
  !(TAKEN.has(each.outcome) || isInvalid(each) || isLimited(each) || isRelayRefusal(each));

const nameOf = ({ outcome, reason, kind }) => `${outcome}/${reason} ${kind}`;
