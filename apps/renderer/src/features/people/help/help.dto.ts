import type { Address } from '#shared';

/** A document about running and setting up Errata. */
export interface HelpDocument {
  readonly title: string;
  readonly href: Address;
}

export interface HelpProps {
  readonly title: string;
  /** Made by the server of a Markdown file of Errata's own. */
  readonly html: string;
  /** All that there are, by title. */
  readonly documents: readonly HelpDocument[];
}
