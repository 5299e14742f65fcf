/** What ends acknowledged items of the load: every other end of one is a fault. */
const TAKEN = new Set(['stored', 'duplicate']);
/** Why a request is refused for the relay's own sake; the other reasons to fail are those of what was acknowledged. */
const PUT_OFF = new Set(['no_room', 'busy', 'unwritable', 'fault']);

/**
 * Holds what the items ended in against what was sent. An event that was acknowledged so many times ended so many times; a
 * request that nobody knows the answer of counts once or not at all, and once for certain where its event is
 * stored and nothing else can have brought it. The relay may forget what it has refused, but never counts it twice.
 *
 * @param {import('./compare.mjs').Answered} answered
 * @param {import('./stored-events.mjs').StoredEvents} stored
 * @returns {string[]} a line for each number that cannot be
 */
export function compareOutcomes({ sends, mostRefused }, { ids, attached, outcomes }) {
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
    ...check('items refused', sum(isInvalid), { least: 0, most: mostRefused.invalid }),
    ...check('items put off', sum(isPutOff), { least: 0, most: mostRefused.putOff }),
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

const exactly = (count) => ({ least: count, most: count });

function check(what, count, { least, most }) {
  if (count >= least && count <= most) return [];
  return [`${what}: ${count}, not ${least === most ? least : `${least} to ${most}`}`];
}

const isInvalid = ({ outcome }) => outcome === 'invalid';

function isPutOff({ outcome, reason, kind }) {
  // A file is refused with its event: that is one request.
  return outcome === 'failed' && PUT_OFF.has(reason) && kind !== 'attachment';
}

function isFault({ outcome, reason }) {
  return !(
    TAKEN.has(outcome) ||
    outcome === 'invalid' ||
    (outcome === 'failed' && PUT_OFF.has(reason))
  );
}

function nameOf({ outcome, reason, kind }) {
  return `${outcome}/${reason} ${kind}`;
}
