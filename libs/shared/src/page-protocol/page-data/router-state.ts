import { routerStateBytes } from '../limits/runtime-limits.ts';

/**
 * Build and segments that a client says it holds. Guards also run for segments that the client
 * holds.
 */
export interface RouterState {
  /** Absent when the header is missing or its build is unreadable. */
  readonly build?: string;
  readonly held: ReadonlySet<string>;
}

const NOTHING_HELD: RouterState = /* @__PURE__ */ Object.freeze({ held: new Set<string>() });

const BUILD = /^[\w.-]{1,64}$/;
const KEY = /^[\x21-\x7e]{1,256}$/;

/**
 * Formats the header `Router-State`: the build and the keys of held segments, separated by single
 * spaces. Keys contain no spaces. Keys that do not fit into 8 KiB are left out, innermost first;
 * the server sends their segments again.
 */
export function formatRouterState(build: string, held: readonly string[]): string {
  let header = build;
  for (const key of held) {
    const longer = `${header} ${key}`;
    if (longer.length > routerStateBytes) break;
    header = longer;
  }
  return header;
}

/**
 * `headers` has one string for each time the header was sent. Never throws. For a header that
 * `formatRouterState` did not write, the result holds no segments, but keeps a readable build.
 */
export function parseRouterState(headers: readonly string[]): RouterState {
  const [header, ...repeated] = headers;
  if (header === undefined || repeated.length > 0) return NOTHING_HELD;
  if (header.length > routerStateBytes) return NOTHING_HELD;
  const [build = '', ...keys] = header.split(' ');
  if (!BUILD.test(build)) return NOTHING_HELD;
  return { build, held: keys.every((key) => KEY.test(key)) ? new Set(keys) : NOTHING_HELD.held };
}
