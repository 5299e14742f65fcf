import { SPANS_PER_ENVELOPE } from '../fixtures/span-envelopes.mjs';
import { withDatabase } from '../processes/database.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readOutcomes } from '../receipts/stored-events.mjs';
import { until } from '../../scripts/support/until.mjs';
import { measureCountedSpans } from './counted-spans.mjs';

/** The floor and the goal of spans per second. */
const FLOOR_RATE = 30;
const GOAL_RATE = 50;
const REPORTS_PER_SECOND = 100;
const WARM_UP_SECONDS = 8;
const SECONDS = 30;

/**
 * Measures spans that arrive beside reports of 25 kB, first as many as are owed, then as many as
 * are aimed at. Both go to the renderer, as to a DSN, which passes them on to the relay.
 */
export function measureSpans() {
  return inTemporaryFolder(async (dataDir) => {
    const relay = await startRelay(dataDir);
    const renderer = await startRenderer(dataDir, { relayUrl: relay.url });
    const play = (seed, perSecond, seconds) => load(renderer.url, { seed, perSecond, seconds });
    const before = await play(1, FLOOR_RATE, WARM_UP_SECONDS);
    const owed = await play(2, FLOOR_RATE, SECONDS);
    const aimed = await play(3, GOAL_RATE, SECONDS);
    const lagMs = await untilCounted(dataDir, [before, owed, aimed]);
    await Promise.all([renderer, relay].map((server) => server.end()));
    const toRate = ({ spans }) => (spans.acknowledged * SPANS_PER_ENVELOPE) / spans.seconds;
    const toP99 = ({ spans, reports }) => Math.max(spans.p99Ms, reports.p99Ms);
    return [
      { figure: 'spans/acknowledged', ours: [toRate(aimed)] },
      { figure: 'spans/answer-p99', ours: [toP99(owed)] },
      { figure: 'spans/answer-p99-aimed', ours: [toP99(aimed)] },
      { figure: 'spans/counted', ours: [lagMs] },
      ...(await measureCountedSpans()),
    ];
  });
}

async function load(url, { seed, perSecond, seconds }) {
  const send = (kind, rate) =>
    loadReports(url, { kind, seed, perSecond: rate, reports: seconds * rate, connections: 8 });
  const [spans, reports] = await Promise.all([
    send('spans', perSecond),
    send('events', REPORTS_PER_SECOND),
  ]);
  return { spans, reports };
}

/** Resolves with the milliseconds until all that was acknowledged is counted. */
async function untilCounted(dataDir, loads) {
  const envelopes = loads.reduce((sum, { spans }) => sum + spans.acknowledged, 0);
  const spans = envelopes * SPANS_PER_ENVELOPE;
  const startMs = performance.now();
  await until(`${spans} spans to be counted`, async () => {
    const outcomes = await withDatabase({ dataDir }, readOutcomes);
    const found = outcomes.find(({ outcome, kind }) => outcome === 'stored' && kind === 'span');
    return found?.quantity === spans;
  });
  return performance.now() - startMs;
}
