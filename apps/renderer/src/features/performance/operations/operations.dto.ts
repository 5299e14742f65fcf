import type { FigureTableProps } from '../segments/index.ts';

/** A name with words on it, such as `takes 2.1 × as long since shop@1.5.0`. */
export interface ToldOperation {
  readonly name: string;
  readonly words: string;
}

export interface OperationsProps extends FigureTableProps {
  /** `The same statement at least 43 times in one request`. */
  readonly repeated: readonly ToldOperation[];
}
