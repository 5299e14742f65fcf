import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { clean, count, toGitHub, toGitHubHealth, toGitLab, toLine } from './annotations.ts';
import type { Finding, Format } from './annotations.ts';
import { Failure } from './failure.ts';
import { isUnder, toHealthText, toNumbers } from './health.ts';
import type { HealthLimit, JudgedHealth } from './health.ts';
import type { NameShortage, ReleaseHealth, Server, ServerIssue } from './server.ts';

const POLL_MS = 5000;
/** A deploy may have sent events before its gate began. */
const BEFORE_S = 3600;
export const MOST_LISTED = 100;
/**
 * Matches versions that are also searched as `*@version`, which finds the version of any package. A
 * search allows only these characters after a star, and has at most 500 characters.
 */
const PLAIN_VERSION = /^[\w.+-]{1,200}$/;

export interface GateOptions {
  readonly release: string;
  readonly forMs: number;
  /**
   * The gate passes when at most this many issues began or regressed in the release. Must be less
   * than `MOST_LISTED`.
   */
  readonly maxNew: number;
  /** Absent when sessions do not matter. */
  readonly health?: readonly HealthLimit[];
  /** Lets a release pass of which no session is known. */
  readonly allowUnknown?: boolean;
  readonly project?: string;
  readonly environment?: string;
  readonly format: Format;
  readonly report: string;
}

interface Out {
  readonly say: (line: string) => void;
  readonly warn: (line: string) => void;
}

interface FoundIssues {
  readonly findings: readonly Finding[];
  /** Present when there may be more findings. */
  readonly fault?: Failure;
}

interface Found extends FoundIssues {
  readonly healths: readonly JudgedHealth[];
}

/**
 * Watches a release for `forMs`. Resolves with false as soon as the release has more than `maxNew`
 * issues that began or regressed in it, or too few sound sessions, and otherwise with true at the
 * end. Throws a `Failure` when the result cannot be known: at once if the server refuses, and at the
 * end if the last answer failed or left a doubt.
 */
export async function passGate(server: Server, options: GateOptions, out: Out): Promise<boolean> {
  const endMs = performance.now() + options.forMs;
  const watch = createWatch(server, options);
  for (;;) {
    const found = await watch.ask().catch(toFault);
    if (isClosed(found, options)) {
      await tell(found, options, out);
      return false;
    }
    const leftMs = endMs - performance.now();
    if (leftMs <= 0) {
      if (found.fault) throw found.fault;
      if (!(await watch.hasEvents())) {
        out.warn(`No event of ${options.release} is known. Does the SDK name this release?`);
      }
      const unjudged = options.health?.find(
        (limit) => !found.healths.some((judged) => judged.limit === limit),
      );
      if (unjudged) {
        const which = unjudged.withUnhandled ? ' with its unhandled errors' : '';
        const unknown = `No session of ${options.release} is known${which}, so none is judged.`;
        if (!options.allowUnknown) throw new Failure(`${unknown} --allow-unknown lets it pass.`);
        out.warn(unknown);
      }
      await tell(found, options, out);
      return true;
    }
    if (found.fault) out.warn(found.fault.message);
    await pause(Math.min(POLL_MS, leftMs));
  }
}

function isClosed({ findings, healths }: Found, { maxNew }: GateOptions): boolean {
  return findings.length > maxNew || healths.some(isUnder);
}

/**
 * Returns a temporary failure, such as a server that is down during an update. Rethrows a refusal,
 * because waiting does not change it.
 */
function toFault(error: unknown): Found {
  if (error instanceof Failure && !isRefused(error.cause)) {
    return { findings: [], healths: [], fault: error };
  }
  throw error;
}

function isRefused(status: unknown): boolean {
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}

interface Watch {
  readonly ask: () => Promise<Found>;
  readonly hasEvents: () => Promise<boolean>;
}

function createWatch(server: Server, options: GateOptions): Watch {
  const { release, project, environment, health: limits } = options;
  const exact = JSON.stringify(release);
  const versions = PLAIN_VERSION.test(release) ? `[${exact}, *@${release}]` : exact;
  const narrowed = {
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  };
  const list = (query: string): Promise<readonly ServerIssue[]> =>
    server.listIssues({ query, ...narrowed });
  const findIssues = async (): Promise<FoundIssues> => {
    const fresh = await list(`is:unresolved firstRelease:${versions}`);
    const findings = fresh.map((issue) => ({ why: 'in this release', issue }) as const);
    const begun = new Set(fresh.map(({ id }) => id));
    const listed = await list(`is:regressed release:${versions}`);
    const again = listed.filter(({ id }) => !begun.has(id));
    const regressed = again.filter((issue) => hasRegressed(issue, release));
    const fault = findDoubt(again, { isFull: listed.length >= MOST_LISTED, release });
    return {
      findings: [...findings, ...regressed.map((issue) => ({ why: 'regressed', issue }) as const)],
      ...(fault ? { fault } : {}),
    };
  };
  const judge = async (): Promise<readonly JudgedHealth[]> => {
    if (!limits) return [];
    const healths = await server.listHealth(release, narrowed);
    return healths
      .flatMap((health) => limits.map((limit) => ({ health, limit })))
      .filter((judged) => toNumbers(judged).sessions > 0);
  };
  const beginMs = performance.now();
  const findShortage = async (): Promise<Failure | undefined> => {
    const seconds = `${BEFORE_S + Math.ceil((performance.now() - beginMs) / 1000)}`;
    const shortages = await server.listShortages(release, { ...narrowed, seconds });
    return toShortageFault(shortages, options);
  };
  return {
    ask: async () => {
      const [found, healths, shortage] = await Promise.all([findIssues(), judge(), findShortage()]);
      const fault = found.fault ?? shortage;
      return { ...found, healths, ...(fault ? { fault } : {}) };
    },
    hasEvents: async () => (await list(`release:${versions}`)).length > 0,
  };
}

/** Returns why more of the issues may have regressed in the release than the answer shows. */
function findDoubt(
  issues: readonly ServerIssue[],
  { isFull, release }: { readonly isFull: boolean; readonly release: string },
): Failure | undefined {
  if (issues.some(({ regressedRelease }) => regressedRelease === undefined)) {
    return new Failure(
      'The server is older than this command: it does not say in which release an issue regressed.',
    );
  }
  if (!isFull) return undefined;
  return new Failure(
    `${MOST_LISTED} or more regressed issues have events of ${release}, and the gate sees ${MOST_LISTED}. Narrow it by --project or --environment.`,
  );
}

/** Returns why events or sessions of the release may be hidden among others. */
function toShortageFault(
  shortages: readonly NameShortage[],
  { environment, health }: GateOptions,
): Failure | undefined {
  const found = shortages.find(
    ({ names }) =>
      names === 'release' ||
      (names === 'environment' && environment !== undefined) ||
      (names === 'session' && health !== undefined),
  );
  if (!found) return undefined;
  const { names, project, lastAt } = found;
  const hidden =
    names === 'session'
      ? 'sessions of too many releases and environments'
      : `events of too many ${names}s`;
  return new Failure(
    `${project} received ${hidden}, last at ${lastAt}, and counted some without their names. The gate does not see which.`,
  );
}

/** Whether the issue regressed with an event of the release, or of a package with that version. */
function hasRegressed({ regressedRelease }: ServerIssue, release: string): boolean {
  if (!regressedRelease) return false;
  const { version } = regressedRelease;
  return version === release || (PLAIN_VERSION.test(release) && version.endsWith(`@${release}`));
}

async function tell({ findings, healths }: Found, options: GateOptions, out: Out): Promise<void> {
  const { release, maxNew, format, report } = options;
  const isOver = findings.length > maxNew;
  const many = findings.length >= MOST_LISTED ? `${MOST_LISTED} or more` : findings.length;
  out.say(
    clean(
      `${release}: ${count(many, 'issue')} began or regressed in this release, ${maxNew} let pass.`,
    ),
  );
  for (const finding of findings) {
    out.say(isOver && format === 'github' ? toGitHub(finding) : toLine(finding));
  }
  for (const judged of healths) {
    const isTooLow = format === 'github' && isUnder(judged);
    out.say(isTooLow ? toGitHubHealth(judged) : clean(`${toHealthText(judged)}.`));
  }
  if (!options.health?.some(({ withUnhandled }) => withUnhandled)) {
    for (const { health } of healths) warnOfUnhandled(health, out);
  }
  if (format !== 'gitlab') return;
  await writeFile(report, toGitLab(findings, healths)).catch((error: unknown) => {
    throw new Failure(`The report was not written: ${(error as Error).message}`);
  });
}

/** SDKs of browsers from 11 on report as unhandled what they reported as crashed before. */
function warnOfUnhandled({ version, crashed, failed = 0, failedOf = 0 }: ReleaseHealth, out: Out) {
  if (failed <= crashed) return;
  out.warn(
    `${failed} of ${failedOf} sessions of ${version} crashed or had an unhandled error. --min-unhandled-free judges these.`,
  );
}
