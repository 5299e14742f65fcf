import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { Clock, findExceeded } from '#shared';
import { describeError } from '#telemetry/plain';

/** The bytes that are stored. */
export interface StoredBytes {
  /** 0: there is no budget. */
  readonly budgetBytes: number;
  readonly projects: readonly {
    readonly projectId: number;
    readonly bytes: number;
    readonly dayBytes: number;
  }[];
}

/** Knows how much is stored. A relay that forwards alone has none. */
export abstract class StorageSource {
  abstract getState(nowMs: number): Promise<StoredBytes>;
}

const nothingStored: StoredBytes = { budgetBytes: 0, projects: [] };

/**
 * Which projects have used up what they may store, as it was a moment ago: their attachments need not be taken. A relay
 * that forwards alone stores nothing.
 */
@Injectable()
export class StorageWatch {
  private readonly logger = new Logger(StorageWatch.name);
  private state = nothingStored;
  private allBytes = 0;

  constructor(
    @Optional() @Inject(StorageSource) private readonly storage: StorageSource | undefined,
    @Inject(Clock) private readonly clock: Clock,
  ) {}

  /** Never rejects: what is not known goes on as it was, and recording decides. */
  async refresh(): Promise<void> {
    try {
      this.state = (await this.storage?.getState(this.clock.nowMs())) ?? nothingStored;
      this.allBytes = this.state.projects.reduce((sum, { bytes }) => sum + bytes, 0);
    } catch (error) {
      this.logger.debug(`The relay cannot find out how much is stored. ${describeError(error)}`);
    }
  }

  isOverBudget(projectId: number): boolean {
    const { budgetBytes, projects } = this.state;
    const of = projects.find((each) => each.projectId === projectId);
    const { bytes: projectBytes = 0, dayBytes = 0 } = of ?? {};
    return (
      findExceeded(budgetBytes, { allBytes: this.allBytes, projectBytes, dayBytes }) !== undefined
    );
  }
}
