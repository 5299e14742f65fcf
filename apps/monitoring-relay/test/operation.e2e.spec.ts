import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { RelayOperation } from '#shared';
import { asReader } from '../../../test/support/metrics.ts';
import { openSpoolFile } from '../src/spool/opening/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { createEnvelope } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { InternalCalls } from './support/internal-calls.ts';
import { PatientPause } from './support/patient-pause.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

describe('the internal API', () => {
  let relay: StartedRelay;
  let calls: InternalCalls;

  beforeEach(async () => {
    // Keeps the relay from opening other spools by itself.
    relay = await startRelay({}, { pause: new PatientPause() });
    calls = new InternalCalls(relay);
  });

  it('accepts callers by the secret, which the relay creates if needed', async () => {
    const path = join(relay.dataDir, 'secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(relay.parts.secret).toBe(readFileSync(path, 'utf8').trim());
    const answer = await calls.get('/internal/operation').expect(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it.each(['/internal/operation', '/INTERNAL/operation'])(
    'refuses unsigned and wrongly signed calls of %s, and pages of other origins',
    async (path) => {
      const { headers, body } = await request(relay.url).get(path).expect(401);
      expect(body).toEqual({
        detail: 'The request is not signed with the ERRATA_SECRET of this relay.',
      });
      expect(headers).not.toHaveProperty('access-control-allow-origin');
      const other = new InternalCalls(relay, 'x'.repeat(32));
      await other.get(path).expect(401);
      await calls.get(path).set('Authorization', 'Bearer abc').expect(401);
      await calls.get(path, Date.now() - 65_000).expect(403);
      await calls.get(path, Date.now() + 65_000).expect(403);
    },
  );

  it('lists refused keys with their senders', async () => {
    for (const key of ['unknown-key-of-12', 'unknown-key-of-99']) {
      await request(relay.url)
        .post(`/api/4/envelope/?sentry_key=${key}&sentry_client=sentry.python%2F2.1`)
        .send(createEnvelope())
        .expect(403);
    }
    const { body } = await calls.get('/internal/operation').expect(200);
    expect((body as RelayOperation).refusedKeys).toEqual([
      {
        keyPrefix: 'unknown-',
        projectId: 4,
        sdk: 'sentry.python',
        network: '127.0.0.0/24',
        count: 2,
        lastAtMs: expect.any(Number),
      },
    ]);
  });

  it('has no route for failed reports, which are in the database', async () => {
    await calls.get('/internal/failed-reports').expect(404);
  });

  it('describes the state of the relay', async () => {
    expect(await calls.describe()).toEqual({
      problems: [],
      takesReports: true,
      room: { maxReports: 1_000_000, maxBytes: 8 * 1024 ** 3 },
      spools: [
        {
          name: relay.spool.name,
          isOwn: true,
          depth: 0,
          bytes: 0,
          oldestMs: 0,
          owed: 0,
        },
      ],
      upstreams: [],
      heldSpools: [],
      unreadableSpools: [],
      damagedSpools: [],
      refusedKeys: [],
    });
  });

  it('lists damaged spools, once it has set them aside', async () => {
    const left = openSpoolFile(relay.dataDir);
    left.close();
    writeFileSync(left.db.name, 'damage'.repeat(10_000));
    const { damagedSpools, ...rest } = await calls.describe();
    expect(damagedSpools).toEqual([
      {
        folder: expect.stringMatching(new RegExp(`^${left.folder}-\\d{8}T\\d{9}Z$`)),
        setAsideAtMs: expect.any(Number),
        bytes: expect.any(Number),
      },
    ]);
    expect(damagedSpools[0]!.bytes).toBeGreaterThanOrEqual(60_000);
    expect(rest).toMatchObject({ takesReports: true, problems: [], spools: [{ isOwn: true }] });
    rmSync(join(relay.dataDir, 'damaged', damagedSpools[0]!.folder), { recursive: true });
    expect(await calls.describe()).toMatchObject({ damagedSpools: [] });
  });

  it('says why the relay takes no reports', async () => {
    const full = await startRelay({ DISK_MIN_FREE_BYTES: String(2 ** 52) });
    const why = expect.stringMatching(/^There is no room for reports: Only .* are free/);
    expect(await new InternalCalls(full).describe()).toMatchObject({
      takesReports: false,
      problems: [why],
      diskUse: expect.stringContaining('To make room, delete '),
    });
    const live = { headers: asReader };
    expect(await (await fetch(`${full.url}/health/live`, live)).json()).toMatchObject({
      refusal: why,
    });
    expect(await calls.describe()).not.toHaveProperty('diskUse');
  });

  it('lists the waiting reports of an orphaned spool, once no relay holds it', async () => {
    const left = new SqliteSpool(openSpoolFile(relay.dataDir));
    await left.append(createIncomingReport());
    const held = await calls.describe();
    expect(held).toMatchObject({ heldSpools: [expect.any(String)], spools: [{ isOwn: true }] });
    await left.close();
    expect(await calls.describe()).toMatchObject({
      heldSpools: [],
      spools: [{ isOwn: true }, { name: left.name, isOwn: false, depth: 1 }],
    });
  });
});
