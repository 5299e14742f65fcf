import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { clean, count, toGitHub, toGitLab, toLine } from './annotations.ts';
import type { Finding, Format } from './annotations.ts';
import { Failure } from './failure.ts';
import type { Server, ServerIssue } from './server.ts';

const POLL_MS = 5000;
/**
 * Regressions count when they happened at most this long before the gate started, because a
 * deployment may cause them before its job reaches the gate.
 */
const BEFORE_MS = 10 * 60_000;
export const MOST_LISTED = 100;
const ASKED_AT_ONCE = 10;
/**
 * Matches versions that are also searched as `*@version`, which finds the version of any package. A
 * search allows only these characters after a star, and has at most 500 characters.
 */
const PLAIN_VERSION = /^[\w.+-]{1,200}$/;

export interface GateOptions {
  readonly release: string;
  readonly forMs: number;
  /**
   * The gate passes when a release has at most this many new or regressed issues. Must be less than
   * `MOST_LISTED`.
   */
  readonly maxNew: number;
  readonly project?: string;
  readonly environment?: string;
  readonly format: Format;
  readonly report: string;
}

interface Out {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Watches a release for `forMs`. Resolves with false as soon as the release has more than `maxNew`
 * new or regressed issues, and otherwise with true at the end. Throws a `Failure` when the result
 * cannot be known: at once if the server refuses, and at the end if the last request failed.
 */
export async function passGate(server: Server, options: GateOptions, out: Out): Promise<boolean> {
  const endMs = performance.now() + options.forMs;
  const watch = createWatch(server, options);
  for (;;) {
    const found = await watch.ask().catch(toFault);
    if (!('fault' in found) && found.length > options.maxNew) {
      await tell(found, options, out);
      return false;
    }
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) {
      if ('fault' in found) throw found.fault;
      if (!(await watch.hasEvents())) {
        out.warn(`No event of ${options.release} is known. Does the SDK name this release?`);
      }
      await tell(found, options, out);
      return true;
    }
    if ('fault' in found) out.warn(found.fault.message);
    await pause(Math.min(POLL_MS, leftMs));
  }
}

/**
 * Returns a temporary failure, such as a server that is down during an update. Rethrows a refusal,
 * because waiting does not change it.
 */
function toFault(error: unknown): { readonly fault: Failure } {
  if (error instanceof Failure && !isRefused(error.cause)) return { fault: error };
  throw error;
}

function isRefused(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}

interface Watch {
  readonly ask: () => Promise<readonly Finding[]>;
  readonly hasEvents: () => Promise<boolean>;
}

function createWatch(server: Server, options: GateOptions): Watch {
  const { release, project, environment, maxNew } = options;
  const exact = JSON.stringify(release);
  const versions = PLAIN_VERSION.test(release) ? `[${exact}, *@${release}]` : exact;
  const list = (query: string): Promise<readonly ServerIssue[]> =>
    server.listIssues({
      query,
      ...(project === undefined ? {} : { project }),
      ...(environment === undefined ? {} : { environment }),
    });
  const regressions = createRegressions(server);
  return {
    ask: async () => {
      const fresh = await list(`is:unresolved firstRelease:${versions}`);
      const findings = fresh.map((issue) => ({ why: 'new', issue }) as const);
      if (findings.length > maxNew) return findings;
      const news = new Set(fresh.map(({ id }) => id));
      const again = await list(`is:regressed release:${versions}`);
      const regressed = await regressions.filter(again.filter(({ id }) => !news.has(id)));
      return [...findings, ...regressed.map((issue) => ({ why: 'regressed', issue }) as const)];
    },
    hasEvents: async () => (await list(`release:${versions}`)).length > 0,
  };
}

function createRegressions(server: Server) {
  /** Keyed by id and latest event, because an issue may regress again. */
  const known = new Map<string, boolean>();
  let sinceMs: number | undefined;
  const isRecent = async ({ id, lastSeen }: ServerIssue): Promise<boolean> => {
    const name = `${id} ${lastSeen}`;
    const recent = known.get(name) ?? (await hasRegressed(server, id, sinceMs!));
    known.set(name, recent);
    return recent;
  };
  return {
    filter: async (issues: readonly ServerIssue[]): Promise<readonly ServerIssue[]> => {
      sinceMs ??= (server.nowMs ?? Date.now()) - BEFORE_MS;
      const recent: ServerIssue[] = [];
      for (let start = 0; start < issues.length; start += ASKED_AT_ONCE) {
        const some = issues.slice(start, start + ASKED_AT_ONCE);
        const are = await Promise.all(some.map(isRecent));
        recent.push(...some.filter((_, index) => are[index]));
      }
      return recent;
    },
  };
}

async function hasRegressed(server: Server, issue: string, sinceMs: number): Promise<boolean> {
  const activities = await server.listActivities(issue);
  const last = activities.find(({ type }) => type === 'set_regression');
  return last !== undefined && Date.parse(last.dateCreated) >= sinceMs;
}

async function tell(findings: readonly Finding[], options: GateOptions, out: Out): Promise<void> {
  const { release, maxNew, format, report } = options;
  const isOver = findings.length > maxNew;
  const many = findings.length >= MOST_LISTED ? `${MOST_LISTED} or more` : findings.length;
  out.say(clean(`${release}: ${count(many, 'new or regressed issue')}, ${maxNew} let pass.`));
  for (const finding of findings) {
    out.say(isOver && format === 'github' ? toGitHub(finding) : toLine(finding));
  }
  if (format !== 'gitlab') return;
  await writeFile(report, toGitLab(findings)).catch((error: unknown) => {
    throw new Failure(`The report was not written: ${(error as Error).message}`);
  });
}
