export interface ValuesOf {
  readonly choice: string;
  /** `me`, `none`, or a normalised email address. */
  readonly person: string;
  readonly time: SearchAge | Compared<string>;
  readonly count: Compared<number>;
  readonly name: Pattern;
  readonly part: Pattern;
  readonly release: ReleaseValue;
  readonly has: string;
}

/**
 * Literal texts with any text between them. `a*b` is `['a', 'b']`; a text without `*` is a single
 * literal.
 */
export type Pattern = readonly string[];

export type ReleaseValue = Pattern | ReleaseName | LatestRelease | Compared<string>;

/** The newest release of each project. */
export interface LatestRelease {
  readonly latest: true;
}

/**
 * Name of a release as people write it. The name matches any package and any build, unless the name
 * contains a package or a build.
 */
export interface ReleaseName {
  readonly named: Pattern;
}

export type Comparison = '=' | '>' | '>=' | '<' | '<=';

/**
 * A value with a comparison. Releases and times stay as they were typed: `1.4.2`, `2026-01-05`,
 * `2026-01-05T12:30`.
 */
export interface Compared<T> {
  readonly is: Comparison;
  readonly to: T;
  /** Last value of a range like `10..100`, whose comparison is `>=`. Releases have no ranges. */
  readonly upTo?: T;
}

export const ageUnits = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** `-24h` means within the last 24 hours, `+24h` means more than 24 hours ago. */
export interface SearchAge {
  readonly sign: '-' | '+';
  readonly amount: number;
  readonly unit: keyof typeof ageUnits;
}
