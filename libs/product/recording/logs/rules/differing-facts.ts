import type { Log } from '#shared';
import { isNamed, readNamed, splitFacts } from './log-facts.ts';

/** Longer values leave no room for others in a row. */
const MOST_CHARACTERS = 32;
/** Part of the logs that has a fact which the rows show. */
const LEAST_SHARE = 0.25;
const SHOWN = 2;

type Facts = ReadonlyMap<string, string>;

/**
 * Returns a text for each log, of the two facts that tell the logs best apart. Facts that all logs
 * share, and that few have, tell nothing.
 */
export function listDifferingFacts(
  logs: readonly Pick<Log, 'attributes'>[],
  projects: readonly (string | undefined)[],
): readonly string[] {
  const facts = logs.map((log, index) => listFacts(log, projects[index]));
  const names = [...new Set(facts.flatMap((each) => [...each.keys()]))];
  const chosen: string[] = [];
  while (chosen.length < SHOWN) {
    // A fact that goes with a chosen one, such as a release with its project, adds little.
    const [best] = names
      .map((name) => ({ name, differs: measureDifference(facts, [...chosen, name]) }))
      .filter(
        ({ name, differs }) => differs > measureDifference(facts, chosen) && isOften(facts, name),
      )
      .toSorted((a, b) => b.differs - a.differs);
    if (!best) break;
    chosen.push(best.name);
  }
  return facts.map((each) =>
    chosen.flatMap((name) => printFact(name, each.get(name)) ?? []).join(' · '),
  );
}

/** Names whose values say what they are. */
const SELF_EVIDENT = new Set(['project', 'server', 'environment', 'release']);

function printFact(name: string, value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  return SELF_EVIDENT.has(name) ? value : `${name} ${value}`;
}

function listFacts(log: Pick<Log, 'attributes'>, project: string | undefined): Facts {
  const { server_name: server, environment, release } = readNamed(log as Log);
  const named = { project, server, environment, release };
  const said = Object.entries(splitFacts(log).said).filter(([name]) => !isNamed(name));
  const facts = new Map<string, string>();
  for (const [name, value] of [...said, ...Object.entries(named)]) {
    if (value === undefined || value === '') continue;
    const text = String(value);
    if (text.length <= MOST_CHARACTERS && !text.includes('\n')) facts.set(name, text);
  }
  return facts;
}

function isOften(facts: readonly Facts[], name: string): boolean {
  return facts.filter((each) => each.has(name)).length >= facts.length * LEAST_SHARE;
}

/** Returns the entropy of the facts' values together, in bits. */
function measureDifference(facts: readonly Facts[], names: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const each of facts) {
    const values = JSON.stringify(names.map((name) => each.get(name) ?? ''));
    counts.set(values, (counts.get(values) ?? 0) + 1);
  }
  const parts = [...counts.values()].map((count) => count / facts.length);
  return -parts.reduce((sum, part) => sum + part * Math.log2(part), 0);
}
