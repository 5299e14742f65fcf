import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { CallSignature } from '#persistence';
import type { FailedReportPage, RelayOperation } from '#shared';

export const SECRET = 'a secret of thirty-two characters';
export const OPERATION: RelayOperation = {
  problems: [],
  takesReports: true,
  room: { maxReports: 1_000_000, maxBytes: 8_000_000_000 },
  spools: [
    { name: 'own', isOwn: true, depth: 12, bytes: 340_000, oldestMs: 3000, failed: 2, owed: 0 },
  ],
  upstreams: [],
  heldSpools: [],
  unreadableSpools: [],
  damagedSpools: [],
  refusedKeys: [],
};
export const REPORT = { name: 'own:7', projectId: 1, receivedAtMs: 1000, bytes: 5000 } as const;
export const FAILED: FailedReportPage = {
  total: 2,
  upTo: 'own:9',
  reports: [
    { ...REPORT, reason: 'The event is not JSON.', kind: 'report', isRetryable: true },
    { ...REPORT, name: 'own:9', reason: 'Kept <before>.', kind: 'report', isRetryable: false },
  ],
  reasons: [],
};
/** A relay that says what it is told to, to who signs with its secret. */
export class RelayDouble {
  /** But for how it is, which whoever waits for a relay asks at times of its own. */
  readonly asked: string[] = [];
  status = 200;
  operation = OPERATION;
  failed = FAILED;
  change = { changed: 1, isBusy: false };
  private readonly signature = new CallSignature(SECRET);

  readonly server: Server = createServer(({ method = '', url = '', headers }, response) => {
    const check = this.signature.check(headers.authorization, { method, target: url }, Date.now());
    if (!url.startsWith('/health/')) this.asked.push(`${method} ${url} ${check}`);
    const answer = url.endsWith('/body') ? '{}\n' : JSON.stringify(this.answerOf(url));
    response.writeHead(this.status).end(answer);
  });

  reset(): void {
    this.asked.length = 0;
    this.status = 200;
    this.operation = OPERATION;
    this.failed = FAILED;
    this.change = { changed: 1, isBusy: false };
  }

  private answerOf(url: string): object {
    if (url.startsWith('/internal/operation')) return this.operation;
    return /\/(retry|discard)/.test(url) ? this.change : this.failed;
  }
}
