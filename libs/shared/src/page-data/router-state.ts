import { routerStateBytes } from '../limits/runtime-limits.ts';

/** What a client says it holds. A claim, not a right: guards run whatever it says. */
export interface RouterState {
  /** Build of the client's code. Absent when the header did not say it readably. */
  readonly build?: string;
  /** Keys of the segments that need not be sent. */
  readonly held: ReadonlySet<string>;
}

const NOTHING_HELD: RouterState = /* @__PURE__ */ Object.freeze({ held: new Set<string>() });

const BUILD = /^[\w.-]{1,64}$/;
const KEY = /^[\x21-\x7e]{1,256}$/;

/**
 * The header `Router-State`: the build and the keys held, separated by single spaces, which keys do
 * not contain. Keys that do not fit into 8 KiB are left out, innermost first: they are sent again.
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
 * Reads `Router-State` as it came, one string for each time the header was sent. Anything that
 * `formatRouterState` does not write holds nothing; the build is known where it can be read. Servers
 * may refuse longer headers on their own (Node.js: 16 KiB of all headers, 431). Never throws.
 */
export function parseRouterState(headers: readonly string[]): RouterState {
  const [header, ...repeated] = headers;
  if (header === undefined || repeated.length > 0) return NOTHING_HELD;
  if (header.length > routerStateBytes) return NOTHING_HELD;
  const [build = '', ...keys] = header.split(' ');
  if (!BUILD.test(build)) return NOTHING_HELD;
  return { build, held: keys.every((key) => KEY.test(key)) ? new Set(keys) : NOTHING_HELD.held };
}
