import { Injectable, Logger } from '@nestjs/common';
import { Clock, parseDsn, Scheduler } from '#shared';
import { RendererConfig } from '../../../config/renderer-config.ts';
import { ProjectsService } from '../../projects/projects/index.ts';
import { postEnvelope } from './post-envelope.ts';
import { makeTestEnvelope, TEST_CLIENT } from './test-error.ts';

/** Six tries take 2.5 seconds, since a relay needs up to two seconds to learn a new key. */
const TRIES = 6;
const WAIT_MS = 500;
const ANSWERS_WITHIN_MS = 5000;

export type TestErrorResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly why: 'no key' | 'no answer' | 'too many' | 'refused' };

@Injectable()
export class TestErrors {
  private readonly logger = new Logger('Test errors');

  constructor(
    private readonly projects: ProjectsService,
    private readonly config: RendererConfig,
    private readonly clock: Clock,
    private readonly scheduler: Scheduler,
  ) {}

  /**
   * Resolves once the relay has written the event to disk, has refused it or does not answer. All
   * tries send the same event id, so the event counts once.
   */
  async send(projectId: number): Promise<TestErrorResult> {
    const [found] = await this.projects.listDsns([projectId]);
    const key = found && parseDsn(found.dsn);
    if (!key) return { ok: false, why: 'no key' };
    const envelope = makeTestEnvelope(this.clock.nowMs());
    let last: number | undefined;
    for (let tries = 0; tries < TRIES; tries += 1) {
      if (tries > 0) await this.wait();
      const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
      const status = await postEnvelope(
        this.config.relayUrl,
        { projectId, publicKey: key.publicKey, envelope },
        { client: TEST_CLIENT, signal },
      );
      if (status === 200) return { ok: true };
      if (status === 429) return { ok: false, why: 'too many' };
      if (status === undefined) {
        this.logger.warn(`The relay at ${this.config.relayUrl} does not answer.`);
        return { ok: false, why: 'no answer' };
      }
      last = status;
    }
    this.logger.warn(`The relay answered ${last} to a test error of project ${projectId}.`);
    return { ok: false, why: 'refused' };
  }

  private wait(): Promise<void> {
    return new Promise((resolve) => void this.scheduler.runAfter(WAIT_MS, resolve));
  }
}
