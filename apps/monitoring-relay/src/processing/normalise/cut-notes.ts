/** Remembers what was cut from an event, each kind of cut once, in words for the event's page. */
export class CutNotes {
  private readonly notes = new Set<string>();

  add(note: string): void {
    this.notes.add(note);
  }

  list(): string[] {
    return [...this.notes];
  }
}
