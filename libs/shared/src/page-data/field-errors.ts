/** What is wrong with a form, by name of the field: each with one sentence or more. `''`: the form as a whole. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What became of an action whose form was sent without scripts: shown with the page that comes back. */
export interface ActionState {
  readonly name: string;
  readonly errors: FieldErrors;
  /** What was typed, by name of the field; nothing that is secret, and no files. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
}
