import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  /** Absent: it is started without being asked for. */
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

/** Of docker-compose, as Debian 12 has it, and of Docker's own. */
export type ComposeVersion = '1.29' | '2';

/** The services of a compose file, its merges and variables resolved. Throws for a required variable. */
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

/** Services in an order in which each comes after those it depends on. */
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

/** `${NAME}`, `${NAME:-default}`, `${NAME:?why}`; the default may hold variables again. */
function interpolateNested(text: string, variables: Variables): string {
  return text.replaceAll(VARIABLE, (...match) => {
    const reference = match.at(-1) as Reference;
    const found = resolve(reference, variables);
    return variables[reference.name] ? found : interpolateNested(found, variables);
  });
}

const FLAT_VARIABLE = /\$\{(?<name>\w+)(?:(?<operator>:-|:\?)(?<operand>[^}]*))?\}/g;

/** As version 1.29 does: a reference ends at the first brace, and a default is what it says. */
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
