/** Sentences that say what is wrong, by field. The name `''` stands for the form as a whole. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** Result of an action whose form was sent without scripts, for the page that answers. */
export interface ActionState {
  readonly name: string;
  readonly status: 'done' | 'invalid';
  readonly errors: FieldErrors;
  /** Typed values by field, without secrets and files. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly result?: unknown;
}
