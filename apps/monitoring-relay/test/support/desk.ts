import { dirname } from 'node:path';
import type { ClaimLimits, SpooledReport } from '../../src/spool/ports/spool-queue.ts';
import type { SpoolFile } from '../../src/spool/file/spool-file.ts';
import type { SqliteSpool } from '../../src/spool/sqlite-spool.ts';
import { createIncomingReport } from './incoming-report.ts';
import { openSpool } from './opened-spool.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

const LIMITS = { maxReports: 10, maxBytes: 1_000_000 };

type QueueName = 'own' | 'orphaned';

interface Desk {
  answer(
    queue: QueueName,
    call:
      | { readonly method: 'claim'; readonly args: [ClaimLimits] }
      | { readonly method: 'clearAttempts'; readonly args: [] },
  ): Promise<unknown>;
}

export class DeskAtWork<Kind extends Desk> {
  announced = 0;
  spool: SqliteSpool;
  desk: Kind;
  private readonly files = new Map<SqliteSpool, SpoolFile>();

  constructor(private readonly create: (spool: SqliteSpool, announce: () => void) => Kind) {
    this.spool = this.openSpool('own');
    this.desk = this.openDesk(this.spool);
  }

  close(): void {
    for (const file of this.files.values()) file.close();
  }

  openDesk(spool: SqliteSpool): Kind {
    return this.create(spool, () => (this.announced += 1));
  }

  openSpool(name: string, folder = createTemporaryFolder()): SqliteSpool {
    const { file, spool } = openSpool(folder, {}, name);
    this.files.set(spool, file);
    return spool;
  }

  reopen(): void {
    const file = this.files.get(this.spool)!;
    file.close();
    this.files.delete(this.spool);
    this.spool = this.openSpool('own', dirname(file.db.name));
    this.desk = this.openDesk(this.spool);
  }

  countAttempts(spool = this.spool): unknown {
    return this.files.get(spool)!.db.prepare('SELECT attempts FROM reports').pluck().get();
  }

  async append(count: number, to = this.spool): Promise<void> {
    for (let report = 0; report < count; report += 1) {
      const contents = { kept: { error: 1 }, filtered: { session: 2 } } as const;
      await to.append(createIncomingReport({ contents }));
    }
  }

  async claim(queue: QueueName = 'own'): Promise<number[]> {
    const reports = await this.desk.answer(queue, { method: 'claim', args: [LIMITS] });
    return (reports as SpooledReport[]).map(({ id }) => id);
  }
}
