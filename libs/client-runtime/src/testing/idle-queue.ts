export class IdleQueue {
  private tasks: (() => void)[] = [];

  readonly runWhenIdle = (task: () => void): void => void this.tasks.push(task);

  get waiting(): number {
    return this.tasks.length;
  }

  run(): void {
    const tasks = this.tasks;
    this.tasks = [];
    for (const task of tasks) task();
  }
}
