import { readText } from './shape.ts';

export class CutNotes {
  private readonly notes: Set<string>;
  private readonly shortened = new Map<string, { texts: number; characters: number }>();
  private readonly leftOut = new Map<string, number>();

  constructor(before: readonly string[] = []) {
    this.notes = new Set(before);
  }

  add(note: string): void {
    this.notes.add(note);
  }

  takeFirst<Entry>(list: readonly Entry[], max: number, what: string): readonly Entry[] {
    if (list.length <= max) return list;
    this.add(`${what}: ${list.length - max} of ${list.length} left out`);
    return list.slice(0, max);
  }

  readText(value: unknown, maxLength: number, what: string): string | undefined {
    this.noteLength(value, maxLength, what);
    return readText(value, maxLength);
  }

  /** Notes that a text longer than `maxLength` gets shortened. Does not shorten the text itself. */
  noteLength(value: unknown, maxLength: number, what: string): void {
    if (typeof value !== 'string' || value.length <= maxLength) return;
    const { texts, characters } = this.shortened.get(what) ?? { texts: 0, characters: 0 };
    const more = { texts: texts + 1, characters: characters + value.length - maxLength };
    this.shortened.set(what, more);
  }

  countLeftOut(count: number, what: string): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + count);
  }

  list(): string[] {
    const leftOut = [...this.leftOut].map(([what, count]) => `${what}: ${count} left out`);
    const shortened = [...this.shortened].map(
      ([what, { texts, characters }]) => `${what}: ${texts} shortened, by ${characters} characters`,
    );
    return [...this.notes, ...leftOut, ...shortened];
  }
}
