import type { SegmentName } from '#shared';

const MOST_ENTRIES = 20_000;
const KEY_LENGTH = 200;

/**
 * Remembers names of segments, because spans beneath a segment may arrive in another item and tell
 * only its id and raw name. Forgets the oldest when there are too many.
 */
export class SegmentMemory {
  private readonly known = new Map<string, SegmentName>();

  /** `key` is a segment's id or its name as sent. */
  remember(projectId: number, key: string, name: SegmentName): void {
    if (key.length > KEY_LENGTH) return;
    const id = `${projectId} ${key}`;
    this.known.delete(id);
    this.known.set(id, name);
    if (this.known.size > MOST_ENTRIES) this.known.delete(this.known.keys().next().value!);
  }

  find(projectId: number, key: string): SegmentName | undefined {
    return this.known.get(`${projectId} ${key}`);
  }
}
