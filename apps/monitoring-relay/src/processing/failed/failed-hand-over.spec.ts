import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FailedReportStore, ReportStore } from '#persistence';
import type { NewFailedReport } from '#persistence';
import { ErrataError, SystemClock } from '#shared';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { silenceLog } from '../../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { SpoolBodies } from '../../spool/bodies/spool-bodies.ts';
import { SpoolFile } from '../../spool/file/spool-file.ts';
import { SqliteSpool } from '../../spool/sqlite-spool.ts';
import { FailedHandOver } from './failed-hand-over.ts';

silenceLog();

const { signal } = new AbortController();

let file: SpoolFile;
let bodies: SpoolBodies;
let spool: SqliteSpool;
/** What the database takes, or throws. */
let take: (reports: readonly NewFailedReport[]) => void;
let put: (readonly NewFailedReport[])[];
let forgotten: [string, number][];
let mayForget: boolean;

beforeEach(() => {
  const opening = SpoolFile.open(join(createTemporaryFolder(), 'spool.sqlite'), 'one');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  bodies = new SpoolBodies(file.bodiesFolder);
  spool = new SqliteSpool(file, bodies);
  take = () => undefined;
  put = [];
  forgotten = [];
  mayForget = true;
});

afterEach(() => file.close());

/** The next one, as a relay that is started makes it. */
function create(): FailedHandOver {
  const failedReports: Pick<FailedReportStore, 'put'> = {
    put: async (reports) => {
      take(reports);
      put.push(reports);
      return { dropped: 0 };
    },
  };
  const reports: Pick<ReportStore, 'forget'> = {
    forget: async (origin, beforeId) => {
      if (mayForget) forgotten.push([origin, beforeId]);
      return mayForget;
    },
  };
  return new FailedHandOver({
    queue: spool,
    stores: { failedReports, reports } as never,
    clock: new SystemClock(),
  });
}

async function fail(text = 'x'): Promise<number> {
  const id = await spool.append(createIncomingReport({ body: Buffer.from(text) }));
  await spool.fail(id, { reason: 'no', outcomes: [] });
  return id;
}

const listPut = (): number[][] => put.map((reports) => reports.map(({ reportId }) => reportId));
const countLeft = async (): Promise<number> => (await spool.getQueueState(0)).failed;

describe('FailedHandOver', () => {
  it('hands over what failed, and has what says so forgotten once the spool has let go of it', async () => {
    await fail('one');
    await fail('two');
    await create().run(signal);
    expect(put).toMatchObject([
      [
        { origin: file.origin, reportId: 1, body: Buffer.from('one') },
        { reportId: 2, body: Buffer.from('two') },
      ],
    ]);
    expect(await countLeft()).toBe(0);
    expect(forgotten).toEqual([[`failed:${file.origin}`, 3]]);
  });

  it('has that forgotten later, where a backup is made meanwhile', async () => {
    await fail();
    mayForget = false;
    const handOver = create();
    await handOver.run(signal);
    expect(await countLeft()).toBe(0);
    mayForget = true;
    await handOver.run(signal);
    await handOver.run(signal);
    expect(forgotten).toEqual([[`failed:${file.origin}`, 2]]);
  });

  it('hands over once more what the spool could not let go of', async () => {
    await fail();
    const { settleFailed } = spool;
    spool.settleFailed = () => Promise.reject(new ErrataError('spool.unavailable'));
    const handOver = create();
    await expect(handOver.run(signal)).rejects.toMatchObject({ code: 'spool.unavailable' });
    expect(forgotten).toEqual([]);
    spool.settleFailed = settleFailed;
    await handOver.run(signal);
    expect(listPut()).toEqual([[1], [1]]);
    expect(await countLeft()).toBe(0);
  });

  it('leaves what the database refuses in the spool, until the next start', async () => {
    for (const text of ['a', 'b', 'c']) await fail(text);
    take = (reports) => {
      if (reports.some(({ reportId }) => reportId === 2)) throw new Error('too large');
    };
    const handOver = create();
    await handOver.run(signal);
    await handOver.run(signal);
    expect(listPut()).toEqual([[1], [3]]);
    expect(await countLeft()).toBe(1);
    take = () => undefined;
    await handOver.run(signal);
    expect(await countLeft()).toBe(1);
    await create().run(signal);
    expect(listPut()).toEqual([[1], [3], [2]]);
    expect(await countLeft()).toBe(0);
  });

  it('waits with everything while the database is away', async () => {
    await fail();
    take = () => {
      throw new ErrataError('database.unavailable');
    };
    const handOver = create();
    await expect(handOver.run(signal)).rejects.toMatchObject({ code: 'database.unavailable' });
    expect(await countLeft()).toBe(1);
    take = () => undefined;
    await handOver.run(signal);
    expect(await countLeft()).toBe(0);
  });

  it('hands over a body that is in a file, and a report whose file is gone', async () => {
    const spill = async (text: string): Promise<number> => {
      const body = bodies.begin(() => undefined);
      body.write([Buffer.from(text)]);
      const spilled = await body.finish();
      const id = await spool.append(createIncomingReport({ body: Buffer.alloc(0), spilled }));
      await spool.fail(id, { reason: 'no', outcomes: [] });
      return id;
    };
    await spill('large');
    const gone = await spill('gone');
    const [, report] = await spool.listFailed({ maxReports: 2, maxBytes: 1 }, []);
    expect(report!.id).toBe(gone);
    rmSync(report!.bodyFile!);
    await create().run(signal);
    expect(put[0]).toMatchObject([{ reportId: 1, body: Buffer.from('large') }, { reportId: gone }]);
    expect(put[0]![1]).not.toHaveProperty('body');
  });
});
