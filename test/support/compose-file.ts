import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  /** Without profiles `docker compose up` starts the service. */
  readonly profiles?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly logging?: {
    readonly driver: string;
    readonly options: Readonly<Record<string, string>>;
  };
  readonly volumes: readonly string[];
  readonly ports?: readonly string[];
  readonly restart: string;
  readonly read_only?: string;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
}

type Variables = Readonly<Record<string, string>>;

/** Version 1.29 is the docker-compose of Debian 12, version 2 is Docker's own. */
export type ComposeVersion = '1.29' | '2';

/**
 * Returns the services of a compose file with merges and variables resolved. Throws for a missing
 * required variable.
 */
export function readComposeFile(
  path: string,
  variables: Variables,
  version: ComposeVersion = '2',
): Record<string, ComposeService> {
  const interpolate = version === '2' ? interpolateNested : interpolateFlat;
  const file: unknown = parse(readFileSync(path, 'utf8'), {
    merge: true,
    reviver: (_key, value: unknown) =>
      typeof value === 'string' ? interpolate(value, variables) : value,
    // Every value is text, as in an environment.
    schema: 'failsafe',
  });
  return (file as { services: Record<string, ComposeService> }).services;
}

export function inStartOrder(services: Readonly<Record<string, ComposeService>>): string[] {
  const order: string[] = [];
  const visit = (name: string): void => {
    if (order.includes(name)) return;
    for (const dependency of Object.keys(services[name]?.depends_on ?? {})) visit(dependency);
    order.push(name);
  };
  for (const name of Object.keys(services)) visit(name);
  return order;
}

const VARIABLE = /\$\{(?<name>\w+)(?:(?<operator>:-|:\?)(?<operand>(?:[^${}]|\$\{[^{}]*\})*))?\}/g;

/**
 * Resolves `${NAME}`, `${NAME:-default}` and `${NAME:?why}`. A default may contain variables again.
 */
function interpolateNested(text: string, variables: Variables): string {
  return text.replaceAll(VARIABLE, (...match) => {
    const reference = match.at(-1) as Reference;
    const found = resolve(reference, variables);
    return variables[reference.name] ? found : interpolateNested(found, variables);
  });
}

const FLAT_VARIABLE = /\$\{(?<name>\w+)(?:(?<operator>:-|:\?)(?<operand>[^}]*))?\}/g;

/** Resolves as version 1.29 does: a reference ends at the first brace, and a default is literal. */
function interpolateFlat(text: string, variables: Variables): string {
  return text.replaceAll(FLAT_VARIABLE, (...match) =>
    resolve(match.at(-1) as Reference, variables),
  );
}

interface Reference {
  readonly name: string;
  readonly operator?: string;
  readonly operand?: string;
}

function resolve({ name, operator, operand }: Reference, variables: Variables): string {
  const value = variables[name];
  if (value) return value;
  if (operator === ':?') throw new Error(`${name}: ${operand}`);
  return operand ?? '';
}
