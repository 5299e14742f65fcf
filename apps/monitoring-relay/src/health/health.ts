import { Inject, Injectable, Optional } from '@nestjs/common';
import { InstallationStore } from '#persistence';
import type { RelayHealth } from '#shared';
import { DatabaseDamage } from '../database/database-damage.ts';
import { KeyMirror } from '../keys/key-mirror.ts';
import { SpoolCondition } from './spool-condition.ts';
import { WaitingReports } from './waiting-reports.ts';

const AWAY = 'The database does not answer; reports wait in the spool.';

@Injectable()
export class Health {
  private installation: string | undefined;

  constructor(
    @Inject(WaitingReports)
    private readonly waiting: Pick<WaitingReports, 'getQueue' | 'findForwards'>,
    @Inject(SpoolCondition) private readonly condition: Pick<SpoolCondition, 'listProblems'>,
    @Inject(KeyMirror) private readonly keys: Pick<KeyMirror, 'isEmpty' | 'isDatabaseAnswering'>,
    @Inject(DatabaseDamage) private readonly damage: Pick<DatabaseDamage, 'isKnown'>,
    @Optional()
    @Inject(InstallationStore)
    private readonly installations?: Pick<InstallationStore, 'get'>,
  ) {}

  /**
   * The relay is unready when it cannot store reports, or knows no key. An unavailable database is
   * a problem but does not make the relay unready, because reports wait in the spool.
   */
  async check(): Promise<RelayHealth> {
    const spoolProblems = await this.condition.listProblems();
    const problems = [
      ...spoolProblems,
      ...(this.keys.isEmpty ? ['No project key is known yet.'] : []),
      ...(this.damage.isKnown ? ['The database is damaged; reports wait in the spool.'] : []),
      ...(this.keys.isDatabaseAnswering || this.damage.isKnown ? [] : [AWAY]),
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
   * Returns undefined when the relay's own spool cannot be read. Never rejects, because `check` and
   * processing report the reason.
   */
  async findQueue(): Promise<RelayHealth['queue'] | undefined> {
    try {
      return await this.waiting.getQueue();
    } catch {
      return undefined;
    }
  }

  /**
   * Resolves with the reason why reports are refused. An installation without projects refuses
   * nothing that anybody misses.
   */
  async findRefusal(): Promise<string | undefined> {
    const [problem] = await this.condition.listProblems();
    if (problem !== undefined) return problem;
    const isBlind = this.keys.isEmpty && !this.keys.isDatabaseAnswering;
    return isBlind ? 'The database does not answer, and no project key is known yet.' : undefined;
  }

  /** The id is cached, because it never changes. */
  private async findInstallation(): Promise<{ installation?: string }> {
    if (this.installation === undefined && this.keys.isDatabaseAnswering) {
      this.installation = await this.installations?.get().then(
        ({ id }) => id,
        () => undefined,
      );
    }
    return this.installation === undefined ? {} : { installation: this.installation };
  }
}
