/**
 * @typedef {object} Faults what nobody may ever see: all of them empty, or a report was lost or counted twice
 * @property {readonly string[]} missing ids acknowledged and not stored, or not with the file that came along
 * @property {readonly string[]} twice ids stored more than once, or their file
 * @property {readonly string[]} unwanted ids refused and stored
 * @property {readonly string[]} miscounted
 */

/**
 * @param {{ acknowledged: ReadonlySet<string>, attached: Iterable<string>, refused: Iterable<string> }} answered
 *   `attached`: what came with a file, when it was acknowledged
 * @param {import('./stored-events.mjs').StoredEvents} stored
 * @returns {Faults}
 */
export function compare({ acknowledged, attached, refused }, { ids, attached: files, miscounted }) {
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
    miscounted,
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
