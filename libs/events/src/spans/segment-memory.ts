import type { SegmentName } from '#shared';

const MOST_ENTRIES = 20_000;

/**
 * Remembers names of segments by id, because spans beneath a segment may arrive in a later item.
 * When there are too many, forgets the oldest of the project that has most.
 */
export class SegmentMemory {
  private readonly known = new Map<number, Map<string, SegmentName>>();
  private entries = 0;

  constructor(private readonly mostEntries = MOST_ENTRIES) {}

  remember(projectId: number, spanId: string, name: SegmentName): void {
    const own = this.known.get(projectId) ?? new Map<string, SegmentName>();
    this.known.set(projectId, own);
    if (!own.delete(spanId)) this.entries += 1;
    own.set(spanId, name);
    if (this.entries <= this.mostEntries) return;
    const most = [...this.known.values()].reduce((a, b) => (b.size > a.size ? b : a));
    most.delete(most.keys().next().value!);
    this.entries -= 1;
  }

  find(projectId: number, spanId: string): SegmentName | undefined {
    return this.known.get(projectId)?.get(spanId);
  }
}
