import { CutNotes } from '../json/cut-notes.ts';
import { HIDDEN } from './hidden.ts';
import { assign, type Holder } from './text-visitors.ts';

/** Longer texts are cut before they are searched for secrets, so that no text takes seconds. */
export const MAX_SEARCHED_LENGTH = 1_200_000;
/**
 * Characters that a cut text then loses at its end, because the cut may leave half of a secret. No
 * rule needs to read further to know a secret. A later cut does not suffice: hidden values may have
 * made the text so short that nothing cuts it again.
 */
const END_LENGTH = 8192;

export class LongTexts {
  private readonly places: { readonly holder: Holder; readonly key: string }[] = [];
  private readonly notes = new CutNotes();

  /** Cuts the long texts of an object or list, in place. Recurses as deep as it is nested. */
  cut(holder: Holder): void {
    for (const key of Object.keys(holder)) {
      const value = holder[key];
      if (typeof value === 'object' && value !== null) this.cut(value as Holder);
      if (typeof value !== 'string' || value.length <= MAX_SEARCHED_LENGTH) continue;
      this.notes.noteLength(value, MAX_SEARCHED_LENGTH - END_LENGTH, 'longest texts');
      assign(holder, key, value.slice(0, MAX_SEARCHED_LENGTH));
      this.places.push({ holder, key });
    }
  }

  /** Must run after secrets are hidden. Returns a note of how much was cut, or an empty list. */
  dropEnds(): readonly string[] {
    for (const { holder, key } of this.places) {
      const left = holder[key];
      if (typeof left !== 'string' || left === HIDDEN) continue;
      assign(holder, key, `${left.slice(0, -END_LENGTH)}…`);
    }
    return this.notes.list();
  }
}
