import type { NamedAddress } from '#shared';

/** `advice` is shown when a name in a search is neither a key nor a tag. */
export interface AdviceProps {
  readonly advice?: {
    readonly text: string;
    readonly link?: NamedAddress;
    /** The same for a shorter time. */
    readonly recently?: NamedAddress;
  };
}
