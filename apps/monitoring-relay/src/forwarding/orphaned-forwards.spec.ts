import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parseDsn } from '#shared';
import { SystemPause } from '#telemetry/plain';
import { holdLog } from '../../test/support/hold-log.ts';
import { silenceLog } from '../../test/support/silence-log.ts';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { OrphanedSpoolFiles } from '../spool/orphaned/orphaned-spool-files.ts';
import { openSpoolFile } from '../spool/opening/open-spool.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import type { Forwarder } from './lanes/forwarder.ts';
import { OrphanedForwards } from './orphaned-forwards.ts';
import { Upstreams } from './upstream/upstreams.ts';

silenceLog();

const upstreams = {
  findOf: () => new Upstreams({ bySlug: new Map(), others }, { findSlug: () => 'app' }).find('app'),
};
const others = parseDsn('https://k@up.example/1')!;

type ForwarderDouble = Pick<Forwarder, 'finish' | 'keepBounds' | 'stop'>;

let dataDir: string;
let files: OrphanedSpoolFiles;

const lines = holdLog();

beforeEach(async () => {
  dataDir = createTemporaryFolder();
  files = new OrphanedSpoolFiles(dataDir, 'own');
  const file = openSpoolFile(dataDir);
  await new SqliteSpool(file).append(createIncomingReport({ forwarding: 'alone' }));
  file.close();
});

/** Creates what forwards orphaned spools by a forwarder that does nothing but `work`. */
function open(
  work: (spool: SqliteSpool) => Partial<ForwarderDouble>,
  findOf: Pick<Upstreams, 'findOf'> = upstreams,
): OrphanedForwards {
  const nothing = () => Promise.resolve();
  const createForwarder = (spool: SqliteSpool): ForwarderDouble => {
    return { keepBounds: nothing, finish: nothing, stop: nothing, ...work(spool) };
  };
  const pause = new SystemPause();
  return new OrphanedForwards({ files, createForwarder, upstreams: findOf, pause });
}

/** Waits long enough for Node.js to notice an unhandled rejection. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('OrphanedForwards', () => {
  it('holds a spool until its sends have ended when one report cannot be read', async () => {
    const steps: string[] = [];
    await open(({ forwards }) => ({
      finish: () => Promise.reject(new Error('EIO')),
      stop: async () => {
        await takeTurns();
        steps.push(`stopped with ${forwards.listOldest(9).length}`);
      },
    })).run();
    expect(steps).toEqual(['stopped with 1']);
    expect(lines.at(-1)).toContain('cannot be forwarded');
    openSpoolFile(dataDir).close();
  });

  it('begins no send once it is stopped', async () => {
    let sends = 0;
    const left: OrphanedForwards = open(() => ({
      keepBounds: () => Promise.resolve(left.stop()),
      finish: () => Promise.resolve(void (sends += 1)),
    }));
    await left.run();
    expect(sends).toBe(0);
  });

  it('applies the bounds to reports whose project has no upstream, and says so once', async () => {
    const done: string[] = [];
    const work = {
      keepBounds: () => Promise.resolve(void done.push('bounds')),
      finish: () => Promise.resolve(void done.push('sending')),
    };
    const left = open(() => work, { findOf: () => undefined });
    for (let run = 0; run < 7; run += 1) await left.run();
    expect(done).toEqual(['bounds', 'bounds']);
    const told = expect.stringMatching(/which was left, has 1 report .*FORWARD_MAX_AGE_HOURS/);
    expect(lines).toEqual([told]);
  });

  it('compacts forwards that cannot be sent, so that they hold little of the disk', async () => {
    const MB = 1024 * 1024;
    const file = openSpoolFile(dataDir);
    // Keeps the living relay from compacting its own forwards.
    file.db.exec(
      "CREATE TEMP TRIGGER hold BEFORE UPDATE ON forwards BEGIN SELECT raise(ABORT, ''); END",
    );
    const spool = new SqliteSpool(file);
    for (let segment = 0; segment < 4; segment += 1) {
      await spool.append(createIncomingReport({ forwarding: 'alone' }));
      const processed = Array.from({ length: 15 }, () =>
        spool.append(createIncomingReport({ body: Buffer.alloc(MB) })),
      );
      await spool.settle(await Promise.all(processed));
    }
    await spool.close();
    const segments = join(dirname(file.db.name), 'segments');
    expect(readdirSync(segments).length).toBeGreaterThan(2);
    await open(() => ({})).run();
    openSpoolFile(dataDir).close();
    expect(readdirSync(segments)).toHaveLength(1);
  });

  it('opens a spool whose reports cannot be sent only every sixth time', async () => {
    let looks = 0;
    const left = open(() => ({ keepBounds: () => Promise.resolve(void (looks += 1)) }));
    for (let run = 0; run < 13; run += 1) await left.run();
    expect(looks).toBe(3);
  });
});
