import type { Fields } from './fields.ts';

export interface ActionBody {
  readonly fields: Fields;
  /** Of the bytes as they were sent: the same body, the same hash. */
  readonly hash: string;
  /** Removes what is on disk. Never rejects. */
  dispose(): Promise<void>;
}

export interface BodyLimits {
  readonly maxBytes: number;
  readonly files: boolean;
  /** Where they are kept meanwhile. */
  readonly folder: string;
}
