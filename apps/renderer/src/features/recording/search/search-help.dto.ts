import type { Address } from '#shared';
export interface SearchHelpProps {
  readonly keys: readonly {
    readonly name: string;
    /** Names that Sentry uses for the key. */
    readonly otherNames: readonly string[];
    readonly words: string;
    readonly examples: readonly { readonly text: string; readonly href: Address }[];
  }[];
}
