import type { ItemKind } from '#shared';
import type { KindCounts } from '../../outcomes/report-contents.ts';
import type { ForwardContents } from '../../spool/ports/forward-queue.ts';
import type { RateLimit } from './rate-limits.ts';
import type { Upstream } from './upstreams.ts';

/** Longer limits are shortened to this, because a service may lift a limit early. */
const LONGEST_MS = 24 * 60 * 60 * 1000;
const ALL = '';
/** Kinds that accompany other items and are sent or dropped with them. */
const COMPANIONS: ReadonlySet<string> = new Set(['attachment', 'internal']);

/**
 * Rate limits that upstreams have stated. A restart forgets these limits, because upstreams state
 * them again.
 */
export class UpstreamLimits {
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
   * Returns the time until which a report with these contents must wait; undefined when the report
   * may be sent. Items that accompany others, such as attachments, count only in a report without
   * other items. When only attachments are limited, the report is sent, and the upstream drops the
   * attachments.
   */
  findUntilMs(upstream: Upstream, contents: ForwardContents, nowMs: number): number | undefined {
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

  /**
   * Removes expired limits. Removes all limits when the clock was set back, because upstreams state
   * them again.
   */
  private forget(nowMs: number): void {
    if (nowMs < this.latestMs) this.untilMs.clear();
    this.latestMs = nowMs;
    for (const [name, until] of this.untilMs) if (until <= nowMs) this.untilMs.delete(name);
  }
}

function listKinds({ kept, passed }: ForwardContents): ItemKind[] {
  const list = (kinds: KindCounts) => Object.keys(kinds) as ItemKind[];
  return [...new Set([...list(kept), ...list(passed)])];
}

function toName(whose: string, kind: string): string {
  return `${whose} ${kind}`;
}
