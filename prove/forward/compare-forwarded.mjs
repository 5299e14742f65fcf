/**
 * @typedef {object} ForwardedFaults
 * @property {readonly string[]} unsent ids acknowledged that never came to the upstream
 * @property {readonly string[]} resent more reports that came again than were under way when a relay was killed
 * @property {readonly string[]} unasked ids refused that came all the same
 */

/**
 * @param {Pick<import('../kill/compare.mjs').Answered, 'acknowledged' | 'refused' | 'sends'>} answered
 * @param {readonly string[]} eventIds as they came to the upstream
 * @param {number} kills of each at most one report may come again
 * @returns {ForwardedFaults}
 */
export function compareForwarded({ acknowledged, refused, sends }, eventIds, kills) {
  const counts = new Map();
  for (const id of eventIds) counts.set(id, (counts.get(id) ?? 0) + 1);
  const again = [...counts].map(([id, count]) => [id, count - countSends(sends.get(id))]);
  const more = again.filter(([, count]) => count > 0);
  const repeated = more.reduce((sum, [, count]) => sum + count, 0);
  return {
    unsent: [...acknowledged].filter((id) => !counts.has(id)),
    resent: repeated > kills ? more.map(([id, count]) => `${id}, ${count} more than sent`) : [],
    unasked: [...refused].filter((id) => counts.has(id)),
  };
}

function countSends({ acknowledged, open } = { acknowledged: 0, open: 0 }) {
  return acknowledged + open;
}
