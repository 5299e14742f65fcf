/** Sentences that say what is wrong with each field. The name `''` stands for the whole form. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/**
 * Result of an action whose form was submitted without scripts. The answering page shows the
 * result.
 */
export interface ActionState {
  readonly name: string;
  readonly status: 'done' | 'invalid';
  readonly errors: FieldErrors;
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly result?: unknown;
  /** True when the result is shown only once. */
  readonly isOnce?: boolean;
}
