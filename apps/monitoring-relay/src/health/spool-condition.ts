import { Inject, Injectable, Logger } from '@nestjs/common';
import { Clock } from '#shared';
import { Interval } from '#telemetry/plain';
import { SpoolUpkeep } from '../spool/ports/spool-upkeep.ts';
import { SpoolRoom } from '../spool/room/spool-room.ts';

/**
 * After a failure, accepted reports trigger the probe at most this often, because each probe writes
 * to the disk and may log.
 */
const PROBE_EVERY_MS = 5000;

/**
 * Knows whether the spool takes reports. After a failed write, only a successful probe proves that
 * the spool works again, because a small report may still fit on a full disk. Only changes are
 * logged, because a full disk has no room for a line per report.
 */
@Injectable()
export class SpoolCondition {
  private readonly logger = new Logger(SpoolCondition.name);
  private hasFailed = false;
  private probing: Promise<boolean> | undefined;
  private readonly probes: Interval;

  constructor(
    @Inject(SpoolUpkeep) private readonly spool: Pick<SpoolUpkeep, 'isFailing' | 'probe'>,
    @Inject(Clock) clock: Clock,
    @Inject(SpoolRoom) private readonly room: Pick<SpoolRoom, 'findLack'>,
  ) {
    this.probes = new Interval(clock, PROBE_EVERY_MS);
  }

  noteFailure(error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.logger.error(`Reports are refused: the spool cannot be written. ${toCause(error)}`);
  }

  noteKept(): void {
    if (this.hasFailed && this.probes.isDue) void this.check();
  }

  async listProblems(): Promise<string[]> {
    const lack = this.room.findLack();
    return [
      ...((await this.check()) ? [] : ['The spool cannot be written.']),
      ...(lack === undefined ? [] : [`There is no room for reports: ${lack}`]),
    ];
  }

  async check(): Promise<boolean> {
    if (!this.hasFailed && !this.spool.isFailing) return true;
    this.probing ??= this.runProbe();
    return this.probing;
  }

  private async runProbe(): Promise<boolean> {
    this.probes.begin();
    try {
      await this.spool.probe();
      if (this.hasFailed) this.logger.log('The spool can be written again.');
      this.hasFailed = false;
    } catch (error) {
      this.noteFailure(error);
    }
    this.probing = undefined;
    return !this.hasFailed;
  }
}

function toCause(error: unknown): string {
  return String((error as Error).cause ?? error);
}
