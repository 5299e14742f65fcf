import { beforeEach, describe, expect, it } from '@jest/globals';
import { createIncomingReport } from '../../test/support/incoming-report.ts';
import { silenceLog } from '../../test/support/quiet-log.ts';
import { createTemporaryFolder } from '../../test/support/temporary-folder.ts';
import { Logger } from '../logging/logger.ts';
import { openSpoolFile } from '../spool/open-spool.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import { SystemPause } from '../timing/pause.ts';
import type { Forwarder } from './forwarder.ts';
import { LeftForwards } from './left-forwards.ts';

silenceLog();

type ForwarderDouble = Pick<Forwarder, 'finish' | 'keepBounds' | 'stop'>;

let dataDir: string;
let lines: string[];

beforeEach(async () => {
  dataDir = createTemporaryFolder();
  const file = openSpoolFile(dataDir);
  await new SqliteSpool(file).append(createIncomingReport({ owed: 'alone' }));
  file.close();
  lines = [];
  Logger.writeTo(({ text }) => void lines.push(text));
});

/** Long enough for Node.js to notice a rejection that nobody handles. */
async function takeTurns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('LeftForwards', () => {
  it('holds a spool until all has ended when one of its reports cannot be read', async () => {
    const steps: string[] = [];
    const createForwarder = ({ forwards }: SqliteSpool): ForwarderDouble => ({
      keepBounds: () => Promise.resolve(),
      finish: () => Promise.reject(new Error('EIO')),
      stop: async () => {
        await takeTurns();
        steps.push(`stopped with ${forwards.listOldest(9).length}`);
      },
    });
    await new LeftForwards({ dataDir, createForwarder, pause: new SystemPause() }).run();
    expect(steps).toEqual(['stopped with 1']);
    expect(lines.at(-1)).toContain('cannot be sent');
    openSpoolFile(dataDir).close();
  });

  it('begins no sending once it is stopped', async () => {
    let sends = 0;
    const left: LeftForwards = new LeftForwards({
      dataDir,
      createForwarder: () => ({
        keepBounds: () => Promise.resolve(left.stop()),
        finish: () => Promise.resolve(void (sends += 1)),
        stop: () => Promise.resolve(),
      }),
      pause: new SystemPause(),
    });
    await left.run();
    expect(sends).toBe(0);
  });
});
