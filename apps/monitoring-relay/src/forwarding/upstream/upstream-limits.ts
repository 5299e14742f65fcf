import type { ItemKind } from '#shared';
import type { KindCounts } from '../../outcomes/report-contents.ts';
import type { OwedContents } from '../../spool/ports/forward-queue.ts';
import type { RateLimit } from './rate-limits.ts';
import type { Upstream } from './upstreams.ts';

/** However long a service asks for: limits are raised. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
const ALL = '';
/** They come with others, and are sent or dropped with them. */
const COMPANIONS: ReadonlySet<string> = new Set(['attachment', 'internal']);

/** What upstreams have said is not to be sent to them for now. Forgotten with the process: they will say so again. */
export class UpstreamLimits {
  /** Until when, in milliseconds, by whose and what kind. */
  private readonly untilMs = new Map<string, number>();

  private latestMs = 0;

  note(upstream: Upstream, limits: readonly RateLimit[], nowMs: number): void {
    for (const { forMs, categories, isOfOrganization } of limits) {
      const whose = isOfOrganization ? upstream.origin : upstream.dsn;
      for (const kind of categories.length === 0 ? [ALL] : categories) {
        const name = toName(whose, kind);
        const until = nowMs + Math.min(forMs, LONGEST_MS);
        this.untilMs.set(name, Math.max(until, this.untilMs.get(name) ?? 0));
      }
    }
  }

  /**
   * Until when a report with that in it is to wait, in milliseconds; undefined when it may be sent. What it was sent
   * for counts: an event that may not come is not sent for its files, and files that may not come with an event that
   * may are dropped there, as an SDK would.
   */
  findUntilMs(upstream: Upstream, contents: OwedContents, nowMs: number): number | undefined {
    if (this.untilMs.size === 0) return undefined;
    this.forget(nowMs);
    const kinds = listKinds(contents);
    const leading = kinds.filter((kind) => !COMPANIONS.has(kind));
    const untils = (leading.length > 0 ? leading : kinds).map((kind) =>
      this.findKindUntilMs(upstream, kind),
    );
    const until = leading.length > 0 ? Math.max(0, ...untils) : Math.min(...untils);
    return until > nowMs && until < Infinity ? until : undefined;
  }

  private findKindUntilMs({ dsn, origin }: Upstream, kind: ItemKind): number {
    const names = [dsn, origin].flatMap((whose) => [toName(whose, ALL), toName(whose, kind)]);
    return Math.max(0, ...names.map((name) => this.untilMs.get(name) ?? 0));
  }

  /** After the clock was set back, all of them: they will be said again. */
  private forget(nowMs: number): void {
    if (nowMs < this.latestMs) this.untilMs.clear();
    this.latestMs = nowMs;
    for (const [name, until] of this.untilMs) if (until <= nowMs) this.untilMs.delete(name);
  }
}

function listKinds({ kept, passed }: OwedContents): ItemKind[] {
  const list = (kinds: KindCounts) => Object.keys(kinds) as ItemKind[];
  return [...new Set([...list(kept), ...list(passed)])];
}

function toName(whose: string, kind: string): string {
  return `${whose} ${kind}`;
}
