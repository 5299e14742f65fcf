import type { Address } from '#shared';
export interface SearchHelpProps {
  /** In the order in which people need them. */
  readonly keys: readonly {
    readonly name: string;
    /** Sentry's names of it. */
    readonly otherNames: readonly string[];
    /** What it looks at. */
    readonly words: string;
    /** With the address of their list. */
    readonly examples: readonly { readonly text: string; readonly href: Address }[];
  }[];
}
