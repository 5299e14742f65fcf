import type { QueueName } from './messages.ts';

/** How often a report that is alone ends the thread before it is kept aside. */
const MAX_STRIKES = 2;

interface ReportName {
  readonly queue: QueueName;
  readonly id: number;
}

/** Which reports may have ended the thread. */
export class Suspects {
  private readonly names = new Set<string>();
  /** Of the latest that ended it alone. */
  private strikes = { name: '', count: 0 };

  get areThere(): boolean {
    return this.names.size > 0;
  }

  add(report: ReportName): void {
    this.names.add(toName(report));
  }

  /** It was done with, and nothing happened. */
  clear(report: ReportName): void {
    const name = toName(report);
    this.names.delete(name);
    if (this.strikes.name === name) this.strikes = { name: '', count: 0 };
  }

  clearAllOf(queue: QueueName): void {
    for (const name of this.names) if (name.startsWith(queue)) this.names.delete(name);
  }

  /** The thread ended over it alone; returns whether that is once too often. */
  strike(report: ReportName): boolean {
    const name = toName(report);
    const count = this.strikes.name === name ? this.strikes.count + 1 : 1;
    this.strikes = { name, count };
    return count >= MAX_STRIKES;
  }
}

function toName({ queue, id }: ReportName): string {
  return `${queue} ${id}`;
}
