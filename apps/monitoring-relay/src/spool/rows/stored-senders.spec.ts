import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { openSpool } from '../../../test/support/opened-spool.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { copySpool } from '../copy/copy-spool.ts';
import type { SpoolFile } from '../file/spool-file.ts';
import type { SqliteSpool } from '../sqlite-spool.ts';

silenceLog();

const ALL = { maxReports: 1000, maxBytes: Infinity };
const EVERY = { aboveId: 0, max: 1000 };
const SENDERS = ['203.0.113.7', '2001:db8::1'];

let folder: string;
let file: SpoolFile;
let spool: SqliteSpool;

beforeEach(async () => {
  folder = createTemporaryFolder();
  ({ file, spool } = openSpool(folder));
  for (const senderAddress of SENDERS) {
    await spool.append(createIncomingReport({ senderAddress, forwarding: 'also' }));
  }
});

afterEach(() => file.close());

async function readSenders(of: string): Promise<(string | undefined)[][]> {
  const opened = openSpool(of);
  try {
    const claimed = await opened.spool.claim(ALL);
    const owed = opened.spool.forwards.list(1, EVERY);
    return [claimed, owed].map((reports) => reports.map(({ senderAddress }) => senderAddress));
  } finally {
    opened.file.close();
  }
}

describe('the sender address of a report', () => {
  it('is known when the report is taken from either queue', async () => {
    file.close();
    expect(await readSenders(folder)).toEqual([SENDERS, SENDERS]);
  });

  it('is in a copy of the spool', async () => {
    const target = createTemporaryFolder();
    await copySpool({ from: folder, to: target });
    expect(await readSenders(target)).toEqual([SENDERS, SENDERS]);
  });

  it.each(["'203.0.113.777'", "x'00'", '7', "'a' || char(10) || 'b'"])(
    'is absent when the stored value is %s',
    async (damaged) => {
      for (const table of ['reports', 'forwards']) {
        file.db.exec(`UPDATE ${table} SET sender_address = ${damaged}`);
      }
      file.close();
      const nobody = [undefined, undefined];
      expect(await readSenders(folder)).toEqual([nobody, nobody]);
    },
  );
});
