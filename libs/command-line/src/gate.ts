import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { toGitHub, toGitLab, toLine } from './annotations.ts';
import type { Finding, Format } from './annotations.ts';
import { Failure } from './failure.ts';
import type { Server } from './server.ts';

const POLL_MS = 5000;
/** A deploy throws before its job has come to the gate. */
const BEFORE_MS = 10 * 60_000;
const LISTED = 100;
/** The plain names of versions, which may stand after a star. */
const PLAIN_VERSION = /^[\w.+-]+$/;

export interface GateWish {
  readonly release: string;
  /** How long it has to be quiet. */
  readonly forMs: number;
  /** So many new or regressed issues are let pass. */
  readonly maxNew: number;
  readonly project?: string;
  readonly environment?: string;
  readonly format: Format;
  /** Where GitLab's report goes. */
  readonly report: string;
}

interface Out {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Watches a release. Ends in `true` when it was quiet until the end of the time, and in `false` as soon as it was not. Throws a
 * `Failure` where it cannot know: at once where the server refuses, and at the end where it did not answer.
 */
export async function passGate(server: Server, wish: GateWish, out: Out): Promise<boolean> {
  const endMs = performance.now() + wish.forMs;
  const watch = createWatch(server, wish);
  for (;;) {
    // One look decides whether there is another.
    const look = await watch().catch(toFault);
    if (!('fault' in look) && look.length > wish.maxNew) {
      await tell(look, wish, out);
      return false;
    }
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) {
      if ('fault' in look) throw look.fault;
      await tell(look, wish, out);
      return true;
    }
    if ('fault' in look) out.warn(look.fault.message);
    await pause(Math.min(POLL_MS, leftMs));
  }
}

/** The server may be away for a while, as when it is updated. What it refuses stays refused. */
function toFault(error: unknown): { readonly fault: Failure } {
  const isRefusal = error instanceof Failure && isClientError(error.cause);
  if (error instanceof Failure && !isRefusal) return { fault: error };
  throw error;
}

function isClientError(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}

function createWatch(server: Server, wish: GateWish): () => Promise<readonly Finding[]> {
  const { release, project, environment } = wish;
  const exact = JSON.stringify(release);
  const first = PLAIN_VERSION.test(release) ? `[${exact}, *@${release}]` : exact;
  const parameters = {
    limit: String(LISTED),
    sort: 'freq',
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  };
  const list = (query: string) => server.listIssues({ ...parameters, query });
  const known = new Map<string, boolean>();
  let sinceMs: number | undefined;
  return async () => {
    const fresh = await list(`is:unresolved firstRelease:${first}`);
    const again = await list(`is:regressed release:${exact}`);
    sinceMs ??= (server.nowMs ?? Date.now()) - BEFORE_MS;
    const news = new Set(fresh.map(({ id }) => id));
    const regressed = [];
    for (const issue of again) {
      if (news.has(issue.id)) continue;
      // It may have regressed in a release before.
      if (!known.has(issue.id)) known.set(issue.id, await hasRegressed(server, issue.id, sinceMs));
      if (known.get(issue.id)) regressed.push(issue);
    }
    return [
      ...fresh.map((issue) => ({ why: 'new', issue }) as const),
      ...regressed.map((issue) => ({ why: 'regressed', issue }) as const),
    ];
  };
}

async function hasRegressed(server: Server, issue: string, sinceMs: number): Promise<boolean> {
  const activities = await server.listActivities(issue);
  const last = activities.find(({ type }) => type === 'set_regression');
  return last !== undefined && Date.parse(last.dateCreated) >= sinceMs;
}

async function tell(findings: readonly Finding[], wish: GateWish, out: Out): Promise<void> {
  const { release, maxNew, format, report } = wish;
  const many = findings.length >= LISTED ? `${LISTED} or more` : String(findings.length);
  const isOver = findings.length > maxNew;
  out.say(`${release}: ${many} new or regressed issues, ${maxNew} let pass.`);
  for (const finding of findings) {
    out.say(isOver && format === 'github' ? toGitHub(finding) : toLine(finding));
  }
  if (format === 'gitlab') await writeFile(report, toGitLab(findings));
}
