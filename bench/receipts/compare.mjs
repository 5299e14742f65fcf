/**
 * @typedef {object} Answered
 * @property {ReadonlySet<string>} acknowledged ids
 * @property {Iterable<string>} attached ids of acknowledged reports with a file
 * @property {Iterable<string>} refused ids
 * @property {ReadonlyMap<string, { acknowledged: number, open: number }>} sends by id: requests answered 200
 *   (`acknowledged`), and others that may have arrived (`open`)
 * @property {Readonly<Record<'invalid' | 'limited' | 'putOff', { answered: number, open: number }>>} refusals requests
 *   refused as invalid, for a limit, or put off by the relay (`answered`), and others that may have been (`open`)
 * @property {number} open requests that may have arrived with an unknown answer and outcome
 *
 * @typedef {object} Faults all lists are empty unless a report was lost or counted twice
 * @property {readonly string[]} missing ids acknowledged but not stored, or stored without their file
 * @property {readonly string[]} twice ids that are stored more than once, or whose file is
 * @property {readonly string[]} unwanted ids refused and yet stored
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
export function compare(answered, stored) {
  const { acknowledged, attached, refused } = answered;
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
  const sum = (isCounted) =>
    outcomes.filter(isCounted).reduce((total, { quantity }) => total + quantity, 0);
  const ended = (kind, outcome) => sum((each) => each.kind === kind && each.outcome === outcome);
  const taken = ended('error', 'stored') + ended('error', 'duplicate');
  const answers = [...sends.values()].reduce((total, { acknowledged }) => total + acknowledged, 0);
  const refusedCount = Object.values(refusals).reduce((total, { answered }) => total + answered, 0);
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
      toRange({ answered: answers + refusedCount, open }),
    ),
    ...outcomes.filter(isFault).map((each) => `outcome ${nameOf(each)}: ${each.quantity}`),
    ...outcomes
      .filter(({ quantity, inHours }) => quantity !== inHours)
      .map((each) => `outcome ${nameOf(each)}: ${each.quantity}, in hours ${each.inHours}`),
  ];
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
