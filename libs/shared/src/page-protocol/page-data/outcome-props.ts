import type { Address } from '../address/to.ts';

export interface OutcomeProps {
  readonly status: number;
  readonly title: string;
  /** One sentence that is safe to show to anyone. */
  readonly detail: string;
  /** Language of the page, when the product names one. */
  readonly lang?: string | undefined;
  /** Where the visitor can start again: `/` when the product names no other address. */
  readonly start?: Address | undefined;
  /** Name of a refusal that the product knows. */
  readonly code?: string;
  /** Identifies a fault in the server's log. */
  readonly digest?: string;
  /** Stack trace with source positions. Set only for a fault, and only in development. */
  readonly stack?: string;
  readonly location?: string;
  /** True when the view replaces a single datum of a page instead of the page. */
  readonly inPlace?: boolean;
}
