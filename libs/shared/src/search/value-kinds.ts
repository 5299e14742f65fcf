/** What the values of each kind of key are. */
export interface ValuesOf {
  readonly choice: string;
  /** `me`, `none`, or an address as accounts are compared by it. */
  readonly person: string;
  readonly time: SearchAge | Compared<string>;
  readonly count: Compared<number>;
  /** The whole of a name. */
  readonly name: Pattern;
  /** Some part of a text. */
  readonly part: Pattern;
  readonly release: Pattern | ReleaseName | Compared<string>;
  /** The name of a key or a tag. */
  readonly has: string;
}

/** Literal texts between which anything may stand: `a*b` is `['a', 'b']`, a text without `*` is one. */
export type Pattern = readonly string[];

/** A release as people call it: of any package, and of any build, unless the name says which. */
export interface ReleaseName {
  readonly named: Pattern;
}

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/** Releases and times as they were typed: `1.4.2`, `2026-01-05`, `2026-01-05T12:30`. */
export interface Compared<T> {
  readonly is: Comparison;
  readonly to: T;
}

export const ageUnits = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `-24h`: within the last 24 hours; `+24h`: before that. */
export interface SearchAge {
  readonly sign: '-' | '+';
  readonly amount: number;
  readonly unit: keyof typeof ageUnits;
}
