/** What is wrong with a form, by name of the field: each with one sentence or more. `''`: the form as a whole. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** What became of an action whose form was sent without scripts: shown by the page that is the answer to it. */
export interface ActionState {
  readonly name: string;
  /** `done`: of an action that shows its result. */
  readonly status: 'done' | 'invalid';
  readonly errors: FieldErrors;
  /** What was typed, by name of the field; nothing that is secret, and no files. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  /** Of `done`: JSON that the action returned. */
  readonly result?: unknown;
}
