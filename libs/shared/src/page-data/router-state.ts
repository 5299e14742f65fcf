import { routerStateBytes } from '../limits/runtime-limits.ts';

/** Claim of a client about what it holds. Guards run whatever it claims. */
export interface RouterState {
  /** Absent when the header does not name the client's build readably. */
  readonly build?: string;
  readonly held: ReadonlySet<string>;
}

const NOTHING_HELD: RouterState = /* @__PURE__ */ Object.freeze({ held: new Set<string>() });

const BUILD = /^[\w.-]{1,64}$/;
const KEY = /^[\x21-\x7e]{1,256}$/;

/**
 * Formats the header `Router-State`: build and held keys, separated by single spaces, which keys
 * never contain. Keys that do not fit into 8 KiB are left out, innermost first; their segments are
 * sent again.
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
 * Parses `Router-State`, one string for each time the header was sent. Never throws. Anything that
 * `formatRouterState` does not write holds nothing; a readable build is kept. Servers may refuse
 * longer headers on their own (Node.js: 431 above 16 KiB of all headers).
 */
export function parseRouterState(headers: readonly string[]): RouterState {
  const [header, ...repeated] = headers;
  if (header === undefined || repeated.length > 0) return NOTHING_HELD;
  if (header.length > routerStateBytes) return NOTHING_HELD;
  const [build = '', ...keys] = header.split(' ');
  if (!BUILD.test(build)) return NOTHING_HELD;
  return { build, held: keys.every((key) => KEY.test(key)) ? new Set(keys) : NOTHING_HELD.held };
}
