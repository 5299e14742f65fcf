import { type HiddenValue, type HidingRule, privacyLimits } from '#shared';
import { MAX_PATH_LENGTH } from './field-path.ts';

/** Counts hidden values by path and rule, for at most `privacyLimits.placesPerEvent` pairs. */
export class HiddenNotes {
  private readonly counts = new Map<string, { path: string; rule: HidingRule; count: number }>();
  total = 0;

  add(path: string, rule: HidingRule, count = 1): void {
    this.total += count;
    const at = path.slice(0, MAX_PATH_LENGTH);
    const key = `${rule} ${at}`;
    const known = this.counts.get(key);
    if (known) known.count += count;
    else if (this.counts.size < privacyLimits.placesPerEvent) {
      this.counts.set(key, { path: at, rule, count });
    }
  }

  take(within: HiddenNotes, path: string): void {
    let listed = 0;
    for (const { rule, count } of within.counts.values()) {
      this.add(path, rule, count);
      listed += count;
    }
    this.total += within.total - listed;
  }

  list(): HiddenValue[] {
    return [...this.counts.values()];
  }
}
