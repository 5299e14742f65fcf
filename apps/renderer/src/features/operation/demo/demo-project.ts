import type { IssueChange } from '#shared';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** Age of each release in days, oldest first. */
export const RELEASE_DAYS = [30, 24, 18, 11, 5, 1.2];
export const NAMES = 'ada bea carl dora emil fay gus ida jon kim lea max nora otto pia'.split(' ');
export const USERS = 300;

/** `shot` is a PNG in Base64. */
export type DemoFeedback = Readonly<
  Record<'message', string> & Partial<Record<'name' | 'contact_email' | 'url' | 'shot', string>>
>;

export interface DemoKind {
  readonly count: number;
  /** Ages of the first and the last event, in days. */
  readonly days: readonly [first: number, last: number];
  /** Above 1, events become more frequent over time. */
  readonly growth?: number;
  /**
   * How the issue is triaged. When `returns` is true, a later event reopens the issue after it was
   * resolved.
   */
  readonly change?: IssueChange;
  readonly assigned?: true;
  readonly comment?: string;
  readonly returns?: true;
  /** Feedback about the first event. `saidAlone` is feedback that belongs to no event. */
  readonly said?: DemoFeedback;
  readonly saidAlone?: DemoFeedback;
  /** The event as its SDK sends it. Timestamps of breadcrumbs are seconds relative to the event. */
  readonly event: {
    readonly platform?: string;
    readonly transaction?: string;
    readonly exception?: { readonly values: readonly DemoException[] };
    readonly request?: object;
    readonly tags?: object;
    readonly contexts?: object;
    readonly breadcrumbs?: { readonly values: readonly { readonly timestamp: number }[] };
  };
}

interface DemoException {
  readonly type: string;
  readonly value: string;
  readonly stacktrace?: {
    readonly frames: readonly {
      readonly filename?: string;
      readonly abs_path?: string;
      readonly function?: string;
      readonly lineno?: number;
      readonly in_app?: boolean;
    }[];
  };
}

interface DemoCall {
  readonly op: string;
  readonly name: string;
  readonly ms: number;
  readonly times?: number;
}

/** A request, page or job whose spans the demo sends. */
export interface DemoSegment {
  readonly name: string;
  readonly op: string;
  readonly method?: string;
  /** Milliseconds of its own. */
  readonly ms: number;
  /** Number in an hour, before sampling and the time of day. */
  readonly perHour: number;
  /** Part of requests that fail: 0 to 1. */
  readonly fails?: number;
  readonly calls: readonly DemoCall[];
  /** The newest release makes these calls in their place. */
  readonly newest?: readonly DemoCall[];
}

export interface DemoProject {
  readonly slug: string;
  readonly name: string;
  /** Oldest first. */
  readonly releases: readonly string[];
  /** A minified script of the project's pages. The demo uploads it with its source map. */
  readonly script?: {
    readonly url: string;
    readonly debugId: string;
    readonly code: string;
    readonly map: object;
  };
  readonly event: { readonly platform: string; readonly sdk: object; readonly contexts: object };
  readonly segments?: readonly DemoSegment[];
  readonly kinds: readonly DemoKind[];
}

export interface DemoEvent<P extends DemoProject = DemoProject> {
  readonly project: P;
  readonly kind: DemoKind;
  readonly eventId: string;
  readonly ageMs: number;
  readonly said?: readonly DemoFeedback[];
}

export async function readDemoProjects(): Promise<readonly DemoProject[]> {
  const { default: projects } = await import('./demo-events.json', { with: { type: 'json' } });
  // TypeScript types the pairs of a JSON file as arrays of any length.
  return projects as unknown as readonly DemoProject[];
}
