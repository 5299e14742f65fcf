/** What ends acknowledged items of the load: every other end of one is a fault. */
const TAKEN = new Set(['stored', 'duplicate']);
/** Why a request is refused for the relay's own sake; the other reasons to fail are those of what was acknowledged. */
const PUT_OFF = new Set(['no_room', 'busy', 'unwritable', 'fault']);

/**
 * Holds what the items ended in against what was sent. An event that was acknowledged so many times ended so many times; a
 * request that nobody knows the answer of counts once or not at all, and once for certain where its event is
 * stored and nothing else can have brought it. The same holds for those that were refused, of which a relay that was killed
 * may have forgotten the last.
 *
 * @param {import('./compare.mjs').Answered} answered
 * @param {import('./stored-events.mjs').StoredEvents} stored
 * @returns {string[]} a line for each number that cannot be
 */
export function compareOutcomes({ sends, refusals, open }, { ids, attached, outcomes }) {
  const sum = (isCounted) =>
    outcomes.filter(isCounted).reduce((total, { quantity }) => total + quantity, 0);
  const ended = (kind, outcome) =>
    sum((each) => each.kind === kind && (outcome === undefined || each.outcome === outcome));
  const events = countDeliveries(sends, new Set(ids));
  const taken = ended('error', 'stored') + ended('error', 'duplicate');
  return [
    ...check('events stored', ended('error', 'stored'), exactly(ids.length)),
    ...check('events stored or duplicate', taken, events),
    ...check('files stored', ended('attachment', 'stored'), exactly(attached.length)),
    // Each of them was sent once.
    ...check('files duplicate', ended('attachment', 'duplicate'), exactly(0)),
    ...check('items refused', sum(isInvalid), toRange(refusals.invalid)),
    ...check('items over a limit', sum(isLimited), toRange(refusals.limited)),
    ...check('items put off', sum(isPutOff), toRange(refusals.putOff)),
    ...check(
      'items of any end',
      taken + sum(isRefused),
      toRange({ answered: countAnswers(sends, refusals), open }),
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

/** Each of which ended, by what its sender was told. */
function countAnswers(sends, refusals) {
  const told = Object.values(refusals).map(({ answered }) => answered);
  const taken = [...sends.values()].map(({ acknowledged }) => acknowledged);
  return [...told, ...taken].reduce((total, count) => total + count, 0);
}

const toRange = ({ answered, open }) => ({ least: answered, most: answered + open });

const exactly = (count) => ({ least: count, most: count });

function check(what, count, { least, most }) {
  if (count >= least && count <= most) return [];
  return [`${what}: ${count}, not ${least === most ? least : `${least} to ${most}`}`];
}

const isInvalid = ({ outcome }) => outcome === 'invalid';

const isLimited = ({ outcome, reason }) => outcome === 'rate_limited' && reason === 'key';

const isRefused = (each) => isInvalid(each) || isLimited(each) || isPutOff(each);

function isPutOff({ outcome, reason, kind }) {
  // A file is refused with its event: that is one request.
  return outcome === 'failed' && PUT_OFF.has(reason) && kind !== 'attachment';
}

function isFault(each) {
  const { outcome, reason } = each;
  const isKnown = TAKEN.has(outcome) || isInvalid(each) || isLimited(each);
  return !(isKnown || (outcome === 'failed' && PUT_OFF.has(reason)));
}

function nameOf({ outcome, reason, kind }) {
  return `${outcome}/${reason} ${kind}`;
}
