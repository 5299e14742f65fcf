import { Inject, Injectable, Logger, Optional } from '@nestjs/common';
import { Clock, findExceeded } from '#shared';
import { describeError } from '#telemetry/plain';

export interface StoredBytes {
  readonly budgetBytes: number;
  readonly projects: readonly {
    readonly projectId: number;
    readonly bytes: number;
    readonly dayBytes: number;
  }[];
}

export abstract class StorageSource {
  abstract getState(nowMs: number): Promise<StoredBytes>;
}

const nothingStored: StoredBytes = { budgetBytes: 0, projects: [] };

/**
 * Knows which projects had used up their storage at the last refresh, so that the relay can refuse
 * their attachments. No project is over budget in a relay that only forwards.
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

  /**
   * Never rejects: after a failure the last known state stays in use. Processing checks the budget
   * again when it stores attachments.
   */
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
