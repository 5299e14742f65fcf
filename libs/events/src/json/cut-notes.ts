/** Remembers what was cut from an event, each kind of cut once, in words for the event's page. */
export class CutNotes {
  private readonly notes: Set<string>;

  /** `before`: what was cut already. */
  constructor(before: readonly string[] = []) {
    this.notes = new Set(before);
  }

  add(note: string): void {
    this.notes.add(note);
  }

  list(): string[] {
    return [...this.notes];
  }
}
