import type { LineColours } from '#shared';
import { colourCode } from './colour-code.ts';

const MOST_KEPT = 1000;
/** Longer code is coloured each time, so that the kept texts take at most some 4 MB. */
const MAX_LETTERS = 2000;

/**
 * Keeps the colours of the code that was shown last. Events of an issue, and each refresh of a page,
 * show the same code again.
 */
export class KeptColours {
  private readonly kept = new Map<string, readonly LineColours[] | undefined>();

  constructor(private readonly colour: typeof colourCode = colourCode) {}

  find(lines: readonly string[], language: string): readonly LineColours[] | undefined {
    const key = JSON.stringify([language, ...lines]);
    const isKept = this.kept.has(key);
    const colours = isKept ? this.kept.get(key) : this.colour(lines, language);
    if (key.length > MAX_LETTERS) return colours;
    // The map lists what was used last at its end.
    this.kept.delete(key);
    this.kept.set(key, colours);
    const [oldest = ''] = this.kept.size > MOST_KEPT ? this.kept.keys() : [key];
    if (oldest !== key) this.kept.delete(oldest);
    return colours;
  }
}
