import { Scheduler } from '#page-protocol';

interface Task {
  readonly atMs: number;
  readonly run: () => void;
}

export class FakeScheduler extends Scheduler {
  private nowMs = 0;
  private readonly tasks = new Set<Task>();

  override runAfter(delayMs: number, run: () => void): () => void {
    const task = { atMs: this.nowMs + delayMs, run };
    this.tasks.add(task);
    return () => void this.tasks.delete(task);
  }

  get waiting(): number {
    return this.tasks.size;
  }

  pass(ms: number): void {
    const untilMs = this.nowMs + ms;
    for (let task = this.findDue(untilMs); task; task = this.findDue(untilMs)) {
      this.tasks.delete(task);
      this.nowMs = task.atMs;
      task.run();
    }
    this.nowMs = untilMs;
  }

  private findDue(untilMs: number): Task | undefined {
    return [...this.tasks]
      .filter(({ atMs }) => atMs <= untilMs)
      .toSorted((one, other) => one.atMs - other.atMs)[0];
  }
}
