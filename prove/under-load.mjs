import { ReportLoad } from '../bench/receipts/report-load.mjs';
import { settle, untilDrained } from '../bench/receipts/settled.mjs';

/**
 * Runs `work` while reports stream in, and waits until all of them are processed.
 *
 * @param {import('../bench/processes/place.mjs').Place} place
 * @param {ConstructorParameters<typeof ReportLoad>[0]} options
 * @param {(load: ReportLoad) => Promise<unknown>} work
 */
export async function underLoad(place, options, work) {
  const load = new ReportLoad(options);
  try {
    await work(load);
  } finally {
    await load.stop();
  }
  await Promise.all(options.relayUrls.map(untilDrained));
  return { load, ...(await settle(load, place)) };
}

/** Returns the columns of a form's row, and its faults together with `others`. */
export function toColumns({ load, stored, faults }, others) {
  return {
    ...load.counts,
    stored: stored.ids.length,
    'logs stored': stored.logs.length,
    faults: { ...faults, strange: load.unexpectedAnswers, ...others },
  };
}
