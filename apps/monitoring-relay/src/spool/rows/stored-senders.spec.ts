import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { ALL, EVERY, useSpool } from '../../../test/support/use-spool.ts';
import { copySpool } from '../copy/copy-spool.ts';

const SENDERS = ['203.0.113.7', '2001:db8::1'];

const { file, spool, locate, reopen, append } = useSpool();

beforeEach(async () => {
  for (const senderAddress of SENDERS) await append('', { senderAddress, forwarding: 'also' });
});

async function readSenders(folder?: string): Promise<(string | undefined)[][]> {
  reopen(folder);
  const queues = [await spool.claim(ALL), spool.forwards.list(1, EVERY)];
  return queues.map((reports) => reports.map(({ senderAddress }) => senderAddress));
}

describe('the sender address of a report', () => {
  it('is known when the report is taken from either queue, also of a copy', async () => {
    const target = createTemporaryFolder();
    await copySpool({ from: locate(), to: target });
    expect(await readSenders(target)).toEqual([SENDERS, SENDERS]);
  });

  it.each(["'203.0.113.777'", "x'00'", '7', "'a' || char(10) || 'b'"])(
    'is absent when the stored value is %s',
    async (damaged) => {
      for (const table of ['reports', 'forwards']) {
        file.db.exec(`UPDATE ${table} SET sender_address = ${damaged}`);
      }
      const nobody = [undefined, undefined];
      expect(await readSenders()).toEqual([nobody, nobody]);
    },
  );
});
