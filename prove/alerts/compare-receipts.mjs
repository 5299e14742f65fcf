/** By how much later than it was sent this process reads a request: it may deal its blow before. */
const READ_WITHIN_MS = 2000;
/** Within which a relay records that a receiver has answered, on a busy machine. */
const RECORDED_WITHIN_MS = 5000;

/**
 * Who was never told, and who was told again although no relay was killed between the receipt and its record.
 *
 * @param {readonly string[]} sent ids
 * @param {ReadonlyMap<string, readonly { atMs: number }[]>} receipts by id
 * @param {readonly number[]} killsMs when relays were killed
 */
export function compareReceipts(sent, receipts, killsMs) {
  const twice = sent.filter((id) => (receipts.get(id)?.length ?? 0) > 1);
  const isByKill = ({ atMs }) =>
    killsMs.some(
      (killMs) => killMs >= atMs - READ_WITHIN_MS && killMs <= atMs + RECORDED_WITHIN_MS,
    );
  return {
    twice,
    faults: {
      lost: sent.filter((id) => !receipts.has(id)),
      unexplained: twice.flatMap((id) =>
        receipts
          .get(id)
          .slice(0, -1)
          .filter((receipt) => !isByKill(receipt))
          .map(({ atMs }) => `${id}, ${toGap(atMs, receipts.get(id), killsMs)}`),
      ),
    },
  };
}

/** What there was after a receipt that no kill explains. */
function toGap(atMs, receipts, killsMs) {
  const after = receipts.find((receipt) => receipt.atMs > atMs);
  const killMs = killsMs.find((each) => each > atMs);
  const kill = killMs === undefined ? 'no kill' : `a kill ${Math.round(killMs - atMs)} ms`;
  return `again ${Math.round(after.atMs - atMs)} ms and ${kill} after its receipt`;
}
