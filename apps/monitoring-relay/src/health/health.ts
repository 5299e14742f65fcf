import { Inject, Injectable, Optional } from '@nestjs/common';
import { InstallationStore } from '#persistence';
import type { RelayHealth } from '#shared';
import { KeyMirror } from '../keys/key-mirror.ts';
import { SpoolCondition } from './spool-condition.ts';
import { WaitingReports } from './waiting-reports.ts';

/** Whether the relay can keep what it would acknowledge. */
@Injectable()
export class Health {
  private installation: string | undefined;

  constructor(
    @Inject(WaitingReports)
    private readonly waiting: Pick<WaitingReports, 'getQueue' | 'findForwards'>,
    @Inject(SpoolCondition) private readonly condition: Pick<SpoolCondition, 'listProblems'>,
    @Inject(KeyMirror) private readonly keys: Pick<KeyMirror, 'isEmpty' | 'isDatabaseAnswering'>,
    @Optional()
    @Inject(InstallationStore)
    private readonly installations?: Pick<InstallationStore, 'get'>,
  ) {}

  /**
   * A database that is away is told but does not make the relay unready: reports wait in the spool.
   * It is unready when it could keep nothing, or knows no key it could take reports with.
   */
  async check(): Promise<RelayHealth> {
    const spoolProblems = await this.condition.listProblems();
    const problems = [
      ...spoolProblems,
      ...(this.keys.isEmpty ? ['No project key is known yet.'] : []),
      ...(this.keys.isDatabaseAnswering
        ? []
        : ['The database does not answer; reports wait in the spool.']),
    ];
    const queue = await this.waiting.getQueue();
    const forwarding = this.waiting.findForwards();
    const isReady = spoolProblems.length === 0 && !this.keys.isEmpty;
    return {
      status: isReady ? 'ready' : 'unready',
      problems,
      ...(await this.findInstallation()),
      queue,
      ...(forwarding ? { forwarding } : {}),
    };
  }

  /**
   * What waits; undefined when the relay's own spool cannot be asked. Never rejects: why it cannot is
   * told, and reported, by `check` and by the processor.
   */
  async findQueue(): Promise<RelayHealth['queue'] | undefined> {
    try {
      return await this.waiting.getQueue();
    } catch {
      return undefined;
    }
  }

  /** Asked once it answers, and remembered: an installation never changes its id. */
  private async findInstallation(): Promise<{ installation?: string }> {
    if (this.installation === undefined && this.keys.isDatabaseAnswering) {
      this.installation = await this.installations?.get().then(
        ({ id }) => id,
        // Health tells that the database is away by its own question.
        () => undefined,
      );
    }
    return this.installation === undefined ? {} : { installation: this.installation };
  }
}
