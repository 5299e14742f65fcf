import { Intake } from '../rendering/index.ts';

const READINESS = '/health/ready';
const ANSWERS_WITHIN_MS = 1000;
/**
 * The relay's answer is reused for this long, because many failing pages ask at once while the
 * database is away.
 */
const REMEMBERED_MS = 1000;

export interface RelayIntakeParts {
  readonly relayUrl: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly now?: () => number;
}

export class RelayIntake extends Intake {
  override readonly kept = 'The relay accepts and keeps reports meanwhile.';
  private readonly now: () => number;
  private asking: Promise<boolean> | undefined;
  private askedMs = -Infinity;

  constructor(private readonly parts: RelayIntakeParts) {
    super();
    this.now = parts.now ?? (() => performance.now());
  }

  override isTaking(): Promise<boolean> {
    const nowMs = this.now();
    if (!this.asking || nowMs - this.askedMs >= REMEMBERED_MS) {
      this.askedMs = nowMs;
      this.asking = this.ask();
    }
    return this.asking;
  }

  private async ask(): Promise<boolean> {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    try {
      const answer = await this.parts.fetch(this.parts.relayUrl + READINESS, { signal });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
