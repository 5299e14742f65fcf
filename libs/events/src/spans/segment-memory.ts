import type { SegmentName } from '#shared';

const MOST_ENTRIES = 20_000;

/**
 * Remembers names of segments by id, because spans beneath a segment may arrive in a later item.
 * Forgets the oldest when there are too many.
 */
export class SegmentMemory {
  private readonly known = new Map<string, SegmentName>();

  remember(projectId: number, spanId: string, name: SegmentName): void {
    const id = `${projectId} ${spanId}`;
    this.known.delete(id);
    this.known.set(id, name);
    if (this.known.size > MOST_ENTRIES) this.known.delete(this.known.keys().next().value!);
  }

  find(projectId: number, spanId: string): SegmentName | undefined {
    return this.known.get(`${projectId} ${spanId}`);
  }
}
