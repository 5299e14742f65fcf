export interface LetterProps {
  readonly letter: string;
}

export interface SearchProps {
  /** As the server was sent it, without the question mark. */
  readonly query: string;
  /** Where one of the forms leads that no page of the application answers. */
  readonly out: string;
}
