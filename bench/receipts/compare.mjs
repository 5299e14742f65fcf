/**
 * @typedef {object} Answered
 * @property {ReadonlySet<string>} acknowledged ids
 * @property {Iterable<string>} attached what came with a file, when it was acknowledged
 * @property {Iterable<string>} refused ids
 * @property {ReadonlyMap<string, { acknowledged: number, open: number }>} sends by id, how many of its requests
 *   were answered 200, and how many more of them may have arrived
 * @property {Readonly<Record<'invalid' | 'limited' | 'putOff', { answered: number, open: number }>>} refusals how many
 *   requests were told that they are refused, for what they are, for a limit, or for the relay's sake, and how many
 *   more may have been
 * @property {number} open how many requests may have arrived that nobody knows the answer of, whatever they ended in
 *
 * @typedef {object} Faults all of them empty, or a report was lost or counted twice
 * @property {readonly string[]} missing ids acknowledged and not stored, or not with the file that came along
 * @property {readonly string[]} twice ids stored more than once, or their file
 * @property {readonly string[]} unwanted ids refused and stored
 * @property {readonly string[]} miscounted counters that are not what they count, outcomes that are not what was sent
 */

/** What ends acknowledged items of the load: every other end of one is a fault. */
const TAKEN = new Set(['stored', 'duplicate']);
/** Why a request is refused for the relay's own sake. An acknowledged report fails for other reasons. */
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

/** How often each id stands in a list. */
export function countEach(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function listRepeated(counts) {
  return [...counts].filter(([, count]) => count > 1).map(([id]) => id);
}

/**
 * A line for each number that cannot be. An event that was acknowledged so many times ended so many times. A request that
 * nobody knows the answer of counts once or not at all, and once for certain where its event is stored and nothing else can
 * have brought it. A relay that was killed may have forgotten the last refusals.
 */
function compareOutcomes({ sends, refusals, open }, { ids, attached, outcomes }) {
  const sum = (isCounted) =>
    outcomes.filter(isCounted).reduce((total, { quantity }) => total + quantity, 0);
  const ended = (kind, outcome) => sum((each) => each.kind === kind && each.outcome === outcome);
  const taken = ended('error', 'stored') + ended('error', 'duplicate');
  const answers = [...sends.values()].reduce((total, { acknowledged }) => total + acknowledged, 0);
  const told = Object.values(refusals).reduce((total, { answered }) => total + answered, 0);
  return [
    ...check('events stored', ended('error', 'stored'), exactly(ids.length)),
    ...check('events stored or duplicate', taken, countDeliveries(sends, new Set(ids))),
    ...check('files stored', ended('attachment', 'stored'), exactly(attached.length)),
    // Each of them was sent once.
    ...check('files duplicate', ended('attachment', 'duplicate'), exactly(0)),
    ...check('items refused', sum(isInvalid), toRange(refusals.invalid)),
    ...check('items over a limit', sum(isLimited), toRange(refusals.limited)),
    ...check('items put off', sum(isPutOff), toRange(refusals.putOff)),
    ...check(
      'items of any end',
      taken + sum((each) => isInvalid(each) || isLimited(each) || isPutOff(each)),
      toRange({ answered: answers + told, open }),
    ),
    ...outcomes.filter(isFault).map((each) => `outcome ${nameOf(each)}: ${each.quantity}`),
    ...outcomes
      .filter(({ quantity, inHours }) => quantity !== inHours)
      .map((each) => `outcome ${nameOf(each)}: ${each.quantity}, in hours ${each.inHours}`),
  ];
}

/** How often events may have arrived. */
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

const isOwnSake = ({ outcome, reason }) => outcome === 'failed' && PUT_OFF.has(reason);

// A file is refused with its event: that is one request.
const isPutOff = (each) => isOwnSake(each) && each.kind !== 'attachment';

const isFault = (each) =>
  !(TAKEN.has(each.outcome) || isInvalid(each) || isLimited(each) || isOwnSake(each));

const nameOf = ({ outcome, reason, kind }) => `${outcome}/${reason} ${kind}`;
