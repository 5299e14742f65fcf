import { statfs } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { describeError } from '#telemetry/plain';
import { RelayConfig } from '../config/relay-config.ts';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';

/**
 * Whether there is room for more reports: what waits in the spool is bounded, in reports and in bytes, and
 * some of the disk is left to the database and to what else is on it. A queue that only grows ends on a
 * full disk, where nothing is processed either.
 */
@Injectable()
export class SpoolRoom {
  private readonly logger = new Logger(SpoolRoom.name);
  private freeDiskBytes = Infinity;
  private usedDisk: number | undefined;
  private wasFull = false;
  private isUnmeasured = false;

  constructor(
    @Inject(SpoolUpkeep)
    private readonly spool: Pick<
      SpoolUpkeep,
      'queuedReports' | 'queuedBytes' | 'heldBytes' | 'forwards'
    >,
    @Inject(RelayConfig)
    private readonly config: Pick<RelayConfig, 'dataDir' | 'room' | 'mode' | 'forwarding'>,
  ) {}

  /** What there is too much, or too little, of; undefined when there is room. */
  findLack(): string | undefined {
    const { minFreeDiskBytes } = this.config.room;
    const { reports, bytes, maxReports, maxBytes } = this.measureQueue();
    if (reports >= maxReports) return `${maxReports} reports wait.`;
    if (bytes >= maxBytes) return `The reports that wait take ${maxBytes} bytes.`;
    if (this.freeDiskBytes < minFreeDiskBytes) {
      return `Less than ${minFreeDiskBytes} bytes of the disk are free.`;
    }
    return undefined;
  }

  /** Per cent of the disk that are used, as it was a moment ago; undefined where the disk does not say it. */
  get usedDiskShare(): number | undefined {
    return this.usedDisk;
  }

  /** What is to be processed; of a relay that forwards alone, what is to be forwarded. */
  private measureQueue() {
    const { room, mode, forwarding } = this.config;
    const { queuedReports: reports, queuedBytes, heldBytes, forwards } = this.spool;
    if (mode === 'process') return { ...room, reports, bytes: heldBytes };
    const padding = heldBytes - queuedBytes;
    return { ...room, ...forwarding, ...forwards.amount, bytes: forwards.amount.bytes + padding };
  }

  /** Looks at the disk, and says so when the room is gone, and when there is some again. Never rejects. */
  async measure(): Promise<void> {
    this.freeDiskBytes = await this.findFreeBytes();
    const lack = this.findLack();
    if (this.wasFull === (lack !== undefined)) return;
    this.wasFull = lack !== undefined;
    if (lack) this.logger.error(`Reports are refused: there is no room for them. ${lack}`);
    else this.logger.log('There is room for reports again.');
  }

  /** A disk that does not say how much is free is not taken for full. */
  private async findFreeBytes(): Promise<number> {
    try {
      const { bavail, bfree, blocks, bsize } = await statfs(this.config.dataDir);
      this.isUnmeasured = false;
      // As df has it: what only root may use counts as neither used nor free.
      const used = blocks - bfree;
      this.usedDisk = used + bavail > 0 ? (100 * used) / (used + bavail) : undefined;
      return bavail * bsize;
    } catch (error) {
      if (!this.isUnmeasured) {
        this.logger.warn(
          `The relay cannot find out how much of the disk is free. ${describeError(error)}`,
        );
      }
      this.isUnmeasured = true;
      this.usedDisk = undefined;
      return Infinity;
    }
  }
}
