/** The words by which issues are found. Recording and merging keep them; see `writeWords`. */
export abstract class WordStore {
  /** Writes those of some issues that have none yet, in one short transaction. False once all have theirs. */
  abstract writeMissing(): Promise<boolean>;
}
