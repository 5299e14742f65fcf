import { statfs } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { formatBytes } from '#shared';
import { describeError } from '#telemetry/plain';
import { RelayConfig } from '../../config/relay-config.ts';
import { SpoolUpkeep } from '../ports/spool-upkeep.ts';

/**
 * Decides whether there is room for more reports. The number of reports and their bytes are
 * limited, and part of the disk is left to the database. An unlimited queue would fill the disk,
 * and on a full disk no report can be processed.
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

  findLack(): string | undefined {
    const { minFreeDiskBytes } = this.config.room;
    const { reports, bytes, maxReports, maxBytes } = this.measureQueue();
    if (reports >= maxReports) return `${maxReports} reports wait.`;
    if (bytes >= maxBytes) return `The reports that wait take ${formatBytes(maxBytes)}.`;
    if (!this.isDiskShort) return undefined;
    const [free, least] = [this.freeDiskBytes, minFreeDiskBytes].map(formatBytes);
    return `Only ${free} of the disk of DATA_DIR are free, and reports are taken from ${least} on.`;
  }

  get isDiskShort(): boolean {
    return this.freeDiskBytes < this.config.room.minFreeDiskBytes;
  }

  /**
   * Percentage of the disk in use at the last measurement; undefined when the system does not
   * report it.
   */
  get usedDiskShare(): number | undefined {
    return this.usedDisk;
  }

  private measureQueue() {
    const { room, mode, forwarding } = this.config;
    const { queuedReports: reports, queuedBytes, heldBytes, forwards } = this.spool;
    if (mode === 'process') return { ...room, reports, bytes: heldBytes };
    const padding = heldBytes - queuedBytes;
    return { ...room, ...forwarding, ...forwards.amount, bytes: forwards.amount.bytes + padding };
  }

  /**
   * Measures the free disk space. Logs when reports no longer fit, and when they fit again. Never
   * rejects.
   */
  async measure(): Promise<void> {
    this.freeDiskBytes = await this.findFreeBytes();
    const lack = this.findLack();
    if (this.wasFull === (lack !== undefined)) return;
    this.wasFull = lack !== undefined;
    if (lack) this.logger.error(`Reports are refused: there is no room for them. ${lack}`);
    else this.logger.log('There is room for reports again.');
  }

  private async findFreeBytes(): Promise<number> {
    try {
      const { bavail, bfree, blocks, bsize } = await statfs(this.config.dataDir);
      this.isUnmeasured = false;
      // Computed as `df` does: blocks reserved for root count as neither used nor free.
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
