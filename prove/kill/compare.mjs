/**
 * @typedef {object} Faults what nobody may ever see: all of them empty, or a report was lost or counted twice
 * @property {readonly string[]} missing ids acknowledged and not stored
 * @property {readonly string[]} twice ids stored more than once
 * @property {readonly string[]} unwanted ids refused and stored
 * @property {readonly string[]} miscounted
 */

/**
 * @param {{ acknowledged: Iterable<string>, refused: Iterable<string> }} answered
 * @param {import('./stored-events.mjs').StoredEvents} stored
 * @returns {Faults}
 */
export function compare({ acknowledged, refused }, { ids, miscounted }) {
  const stored = new Set();
  const twice = new Set();
  for (const id of ids) {
    if (stored.has(id)) twice.add(id);
    stored.add(id);
  }
  return {
    missing: [...acknowledged].filter((id) => !stored.has(id)),
    twice: [...twice],
    unwanted: [...refused].filter((id) => stored.has(id)),
    miscounted,
  };
}
