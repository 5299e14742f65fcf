export interface LetterProps {
  readonly letter: string;
}

export interface SearchProps {
  /** Query as the server got it, without the question mark. */
  readonly query: string;
  readonly out: string;
}
