import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger as NestLogger } from '@nestjs/common';
import { eventually } from '../../../test/support/eventually.ts';
import { readMetricsText } from '../../../test/support/metrics.ts';
import { openSpoolFile, openUnheldSpoolFiles } from '../src/spool/opening/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { HastyPause } from './support/hasty-pause.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

/**
 * Waits of at least this length are shortened, for example the wait before the relay opens orphaned
 * spools again. Shorter waits keep their length. If the time limit of a send were shortened, its
 * report would arrive twice.
 */
const LOOK_MS = 10_000;

let upstream: UpstreamDouble;

beforeEach(async () => {
  upstream = await new UpstreamDouble().open();
});

/** Fills another spool, because the running relay has locked its own spool. */
async function leave(relay: StartedRelay, forwarding: 'also' | 'alone'): Promise<string[]> {
  const left = new SqliteSpool(openSpoolFile(relay.dataDir));
  const ids = await fill(left, forwarding);
  await left.close();
  return ids;
}

async function fill(
  spool: SqliteSpool,
  forwarding: 'also' | 'alone',
  receivedAtMs = Date.now(),
): Promise<string[]> {
  const ids = Array.from({ length: 3 }, createEventId);
  for (const eventId of ids) {
    const body = Buffer.from(createEnvelope({ eventId }));
    await spool.append(createIncomingReport({ eventId, receivedAtMs, forwarding, body }));
  }
  return ids;
}

/** Returns false while the relay has the spool open. */
function isEmpty(dataDir: string): boolean {
  for (const file of openUnheldSpoolFiles(dataDir)) {
    const spool = new SqliteSpool(file);
    const left = spool.queuedReports + spool.forwards.amount.reports;
    file.close();
    return left === 0;
  }
  return false;
}

it('a relay forwards and processes the reports of an orphaned spool', async () => {
  const relay = await startRelay(
    { UPSTREAM_DSN: upstream.dsn },
    { pause: new HastyPause(LOOK_MS) },
  );
  const ids = await leave(relay, 'also');
  await eventually('all of it', () => upstream.taken.length === 3);
  expect(upstream.eventIds).toEqual(ids);
  await eventually('processed reports', () => readStoredEvents(relay.dataDir).ids.length === 3);
  await eventually('an empty spool', () => isEmpty(relay.dataDir));
  expect(upstream.sent).toHaveLength(3);
});

it('a relay that only forwards forwards the reports of an orphaned spool', async () => {
  const variables = { UPSTREAM_DSN: upstream.dsn, RELAY_MODE: 'forward' };
  const relay = await startRelay(variables, { pause: new HastyPause(LOOK_MS) });
  const ids = await leave(relay, 'alone');
  await eventually('an empty spool', () => isEmpty(relay.dataDir));
  expect(upstream.eventIds).toEqual(ids);
});

it('a relay keeps orphaned reports while its upstream is away, and processes them', async () => {
  upstream.answer = () => ({ status: 503 });
  const relay = await startRelay(
    { UPSTREAM_DSN: upstream.dsn },
    { pause: new HastyPause(LOOK_MS) },
  );
  await leave(relay, 'also');
  await eventually('processed reports', () => readStoredEvents(relay.dataDir).ids.length === 3);
  await eventually('several attempts', () => upstream.sent.length > 2);
  expect(upstream.taken).toEqual([]);
  upstream.answer = () => ({});
  await eventually('an empty spool', () => isEmpty(relay.dataDir));
  expect(upstream.taken).toHaveLength(3);
});

describe('a relay whose upstream was removed from its settings', () => {
  /** Fills two spools. The relay takes over one of them at its start and finds the other later. */
  async function leaveTwo(dataDir: string, receivedAtMs: number): Promise<void> {
    const spools = [1, 2].map(() => new SqliteSpool(openSpoolFile(dataDir)));
    for (const spool of spools) {
      await fill(spool, 'alone', receivedAtMs);
      await spool.close();
    }
  }

  it('drops old reports of its own and of orphaned spools, and counts them', async () => {
    const dataDir = createTemporaryFolder();
    await leaveTwo(dataDir, Date.now() - 2 * 3_600_000);
    const relay = await startRelay({ DATA_DIR: dataDir, FORWARD_MAX_AGE_HOURS: '1' });
    await eventually('nothing to forward', () => relay.spool.forwards.amount.reports === 0);
    await eventually('an empty spool', () => isEmpty(dataDir));
    const counted = () => readOutcomes(dataDir).lines;
    // The outcomes of the second spool are counted when the relay opens it again.
    const some = '1 abc failed/upstream_away error ';
    await eventually('outcomes', () => counted().some((line) => line.startsWith(some)));
    const text = await readMetricsText(relay.url);
    expect(text).toContain('errata_relay_forwarded_reports_total{result="expired"} 6');
  });

  it('keeps younger reports, and logs what will happen to them', async () => {
    const dataDir = createTemporaryFolder();
    await leaveTwo(dataDir, Date.now());
    const lines: string[] = [];
    const log = jest.spyOn(NestLogger, 'warn').mockImplementation((text: string) => {
      lines.push(text);
    });
    const relay = await startRelay({ DATA_DIR: dataDir });
    await eventually('both to be told', () => lines.length === 2);
    log.mockRestore();
    expect(lines).toEqual([
      expect.stringMatching(
        /^Spool \w+ has 3 reports to be forwarded.* names no upstream for them any more/,
      ),
      expect.stringMatching(/^Spool \w+, which was left, has 3 reports.*FORWARD_MAX_AGE_HOURS/),
    ]);
    expect(relay.spool.forwards.amount.reports).toBe(3);
    expect(isEmpty(dataDir)).toBe(false);
  });
});
