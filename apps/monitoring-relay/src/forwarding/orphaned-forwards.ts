import { describeError, Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import type { OrphanedSpoolFiles } from '../spool/orphaned/orphaned-spool-files.ts';
import type { SpoolFile } from '../spool/file/spool-file.ts';
import { SqliteSpool } from '../spool/sqlite-spool.ts';
import type { Forwarder } from './lanes/forwarder.ts';
import { countStranded, describeStranded } from './stranded.ts';
import type { Upstreams } from './upstream/upstreams.ts';

/**
 * Limits the time for which a relay locks an orphaned spool to forward its reports. Meanwhile no
 * relay can process the spool's reports, so a slow upstream must not hold the lock for long.
 */
const TURN_MS = 5000;

export interface OrphanedForwardsParts {
  readonly files: OrphanedSpoolFiles;
  readonly createForwarder: (
    spool: SqliteSpool,
  ) => Pick<Forwarder, 'finish' | 'keepBounds' | 'stop'>;
  readonly upstreams: Pick<Upstreams, 'findOf'>;
  readonly pause: Pause;
}

export class OrphanedForwards {
  private readonly logger = new Logger(OrphanedForwards.name);
  private isStopped = false;
  private turn = new AbortController();
  private readonly loggedSpools = new Set<string>();

  constructor(private readonly parts: OrphanedForwardsParts) {}

  /**
   * Forwards the reports of all orphaned spools (spools of relays that are gone) once. Locks each
   * spool for a few seconds at most. Rejects when the folder of the spools cannot be read.
   */
  async run(): Promise<void> {
    for await (const file of this.parts.files.open()) {
      try {
        await this.forward(file);
      } catch (error) {
        this.logger.error(
          `The reports that wait in spool ${file.name} cannot be forwarded. ${describeError(error)}`,
        );
      } finally {
        file.close();
      }
      if (this.isStopped) return;
    }
  }

  stop(): void {
    this.isStopped = true;
    this.turn.abort();
  }

  private async forward(file: SpoolFile): Promise<void> {
    const spool = new SqliteSpool(file);
    const { reports } = spool.forwards.amount;
    if (reports === 0) this.parts.files.noteIdle(file);
    if (reports === 0 || this.isStopped) return;
    const stranded = countStranded(spool, this.parts.upstreams);
    this.tell(spool.name, reports - stranded, stranded);
    const forwarder = this.parts.createForwarder(spool);
    await forwarder.keepBounds();
    await this.compact(spool);
    if (reports === stranded && spool.forwards.amount.reports === reports)
      this.parts.files.noteIdle(file);
    if (this.isStopped || reports === stranded) return;
    const turn = new AbortController();
    this.turn = turn;
    const sending = forwarder.finish().finally(() => turn.abort());
    const stopped = this.parts.pause.wait(TURN_MS, turn.signal).then(() => forwarder.stop());
    // Waits until the sending and the stop have both ended, even when sending fails. The forwarder
    // uses the file until it has stopped.
    for (const end of await Promise.allSettled([sending, stopped])) {
      if (end.status === 'rejected') throw end.reason;
    }
    if (spool.forwards.amount.reports === reports) this.parts.files.noteIdle(file);
  }

  private async compact({ forwards }: SqliteSpool): Promise<void> {
    const turn = new AbortController();
    this.turn = turn;
    const isOver = this.parts.pause.wait(this.isStopped ? 0 : TURN_MS, turn.signal);
    await Promise.race([forwards.compact(), isOver]);
    turn.abort();
  }

  private tell(name: string, sendable: number, stranded: number): void {
    if (this.loggedSpools.has(name)) return;
    this.loggedSpools.add(name);
    if (sendable > 0)
      this.logger.log(`Forwarding ${sendable} reports that were left in spool ${name}.`);
    if (stranded > 0)
      this.logger.warn(describeStranded(stranded, `Spool ${name}, which was left,`));
  }
}
