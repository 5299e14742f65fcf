import { compareOutcomes } from './compare-outcomes.mjs';

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
 * @typedef {object} Faults what nobody may ever see: all of them empty, or a report was lost or counted twice
 * @property {readonly string[]} missing ids acknowledged and not stored, or not with the file that came along
 * @property {readonly string[]} twice ids stored more than once, or their file
 * @property {readonly string[]} unwanted ids refused and stored
 * @property {readonly string[]} miscounted counters that are not what they count, outcomes that are not what was sent
 */

/**
 * @param {Answered} answered
 * @param {import('./stored-events.mjs').StoredEvents} stored
 * @returns {Faults}
 */
export function compare(answered, stored) {
  const { acknowledged, attached, refused } = answered;
  const { ids, attached: files, miscounted } = stored;
  const events = countEach(ids);
  const withFile = countEach(files);
  const lacksFile = (id) => acknowledged.has(id) && !withFile.has(id);
  return {
    missing: [
      ...[...acknowledged].filter((id) => !events.has(id)),
      ...[...attached].filter(lacksFile).map((id) => `the file of ${id}`),
    ],
    twice: [...listRepeated(events), ...listRepeated(withFile).map((id) => `the file of ${id}`)],
    unwanted: [...refused].filter((id) => events.has(id)),
    miscounted: [...miscounted, ...compareOutcomes(answered, stored)],
  };
}

function countEach(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function listRepeated(counts) {
  return [...counts].filter(([, count]) => count > 1).map(([id]) => id);
}
