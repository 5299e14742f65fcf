import { parseArgs } from 'node:util';
import { clean, cleanLines, findFormat, toLine } from './annotations.ts';
import type { Format } from './annotations.ts';
import { Failure } from './failure.ts';
import { MOST_LISTED, passGate } from './gate.ts';
import type { HealthLimit } from './health.ts';
import { Server } from './server.ts';
import { serverUsage } from './usage.ts';

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  release: { type: 'string' },
  for: { type: 'string' },
  'max-new': { type: 'string' },
  'min-crash-free': { type: 'string' },
  'min-unhandled-free': { type: 'string' },
  'min-sessions': { type: 'string' },
  'allow-unknown': { type: 'boolean' },
  project: { type: 'string' },
  environment: { type: 'string' },
  format: { type: 'string' },
  report: { type: 'string' },
  in: { type: 'string' },
} as const;

type Option = Exclude<keyof typeof OPTIONS, 'help'>;
type Values = { readonly [Name in Exclude<Option, 'allow-unknown'>]?: string } & {
  readonly 'allow-unknown'?: boolean;
};
type Env = Readonly<Record<string, string | undefined>>;

interface Request {
  readonly argument: string;
  readonly values: Values;
  readonly env: Env;
}

interface Command {
  readonly argument?: 'needed' | 'optional';
  readonly options: readonly Option[];
  readonly run: (server: Server, request: Request) => Promise<number>;
}

const COMMANDS: Readonly<Record<string, Command>> = {
  gate: {
    options: [
      'release',
      'for',
      'max-new',
      'min-crash-free',
      'min-unhandled-free',
      'min-sessions',
      'allow-unknown',
      'project',
      'environment',
      'format',
      'report',
    ],
    run: gate,
  },
  issues: { argument: 'optional', options: ['project'], run: listIssues },
  explain: { argument: 'needed', options: [], run: explain },
  mute: { argument: 'needed', options: [], run: mute },
  resolve: { argument: 'needed', options: ['in'], run: resolve },
};

const TOKEN = /^[\x21-\x7e]+$/;
const EVENT_ID = /^[0-9a-f]{32}$/i;
const DURATION = /^(?<count>\d{1,5})(?<unit>[smh])$/;
const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Whether a command asks a server instead of this machine's data. `explain` asks a server unless
 * its argument is an event id.
 */
export function isServerCommand([name = '', argument = '']: readonly string[]): boolean {
  return Object.hasOwn(COMMANDS, name) && !(name === 'explain' && EVENT_ID.test(argument));
}

/**
 * Resolves with the exit code: 0 for success, 1 when the gate is closed, 2 for a failure. Writes to
 * the standard streams.
 */
export async function runServerCommand(args: readonly string[], env: Env): Promise<number> {
  try {
    return await run(args, env);
  } catch (error) {
    const isTold = error instanceof Failure;
    process.stderr.write(`errata: ${clean(isTold ? error.message : String(error))}\n`);
    return 2;
  }
}

async function run(args: readonly string[], env: Env): Promise<number> {
  const { name, positionals, values } = parse(args);
  if (values.help || name === undefined || name === 'help') {
    process.stdout.write(serverUsage);
    return name === undefined && !values.help ? 2 : 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) throw new Failure(`There is no command ${name}. errata help lists them.`);
  const [argument = '', superfluous] = command.argument ? positionals : ['', ...positionals];
  if (superfluous !== undefined) throw new Failure(`${name} takes no argument ${superfluous}.`);
  if (command.argument === 'needed' && argument === '')
    throw new Failure(`${name} needs an issue.`);
  const { help: _, ...given } = values;
  const wrong = Object.keys(given).find((each) => !command.options.includes(each as Option));
  if (wrong !== undefined) throw new Failure(`${name} takes no option --${wrong}.`);
  return command.run(createServer(env), { argument, values: given, env });
}

function parse(args: readonly string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [name, ...rest] = positionals;
    return { name, positionals: rest, values };
  } catch (error) {
    throw new Failure((error as Error).message);
  }
}

function createServer(env: Env): Server {
  // A CI passes a variable that is not set on as an empty text.
  const url = env['ERRATA_URL'] || env['SENTRY_URL'];
  const token = env['ERRATA_TOKEN'] || env['SENTRY_AUTH_TOKEN'];
  if (!url) throw new Failure('Set ERRATA_URL to the address of your Errata.');
  if (!token) throw new Failure('Set ERRATA_TOKEN to a token with the scope event:read.');
  if (!isAddress(url)) {
    throw new Failure('ERRATA_URL is no address: write https://errors.example.com.');
  }
  if (!TOKEN.test(token))
    throw new Failure('ERRATA_TOKEN is no token: it has blanks or line ends.');
  return new Server(url.replace(/\/+$/, ''), token);
}

/** Rejects a URL with credentials, because messages print the URL. */
function isAddress(text: string): boolean {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

async function gate(server: Server, { values, env }: Request): Promise<number> {
  const { release, project, environment, report = 'errata-gate.json' } = values;
  if (!release) throw new Failure('Say which release: --release 1.4.0.');
  const health = readLimits(values);
  const options = {
    release,
    forMs: readDuration(values.for ?? '10m'),
    maxNew: readCount(values['max-new'] ?? '0'),
    format: readFormat(values.format) ?? findFormat(env),
    report,
    ...(health.length > 0 ? { health, allowUnknown: values['allow-unknown'] === true } : {}),
    ...(project === undefined ? {} : { project }),
    ...(environment === undefined ? {} : { environment }),
  };
  const out = { say: writeLine, warn: (line: string) => process.stderr.write(`${clean(line)}\n`) };
  return (await passGate(server, options, out)) ? 0 : 1;
}

async function listIssues(server: Server, { argument, values }: Request): Promise<number> {
  const { project } = values;
  const query = argument === '' ? 'is:unresolved' : argument;
  const issues = await server.listIssues({ query, ...(project ? { project } : {}) });
  for (const issue of issues) {
    writeLine(toLine({ why: issue.substatus ?? issue.status, issue }));
  }
  if (issues.length === 0) writeLine('No issues.');
  if (issues.length === MOST_LISTED) writeLine(`These are the first ${MOST_LISTED}.`);
  return 0;
}

async function explain(server: Server, { argument }: Request): Promise<number> {
  process.stdout.write(cleanLines(await server.readMarkdown(argument)));
  return 0;
}

async function mute(server: Server, { argument }: Request): Promise<number> {
  const statusDetails = { untilEscalating: true };
  const issue = await server.change(argument, { status: 'ignored', statusDetails });
  writeLine(toLine({ why: issue.status, issue }));
  return 0;
}

async function resolve(server: Server, { argument, values }: Request): Promise<number> {
  const { in: release } = values;
  const statusDetails = release === 'next' ? { inNextRelease: true } : { inRelease: release };
  const issue = await server.change(argument, {
    status: 'resolved',
    ...(release === undefined ? {} : { statusDetails }),
  });
  writeLine(toLine({ why: issue.status, issue }));
  return 0;
}

function readDuration(text: string): number {
  const { count, unit = '' } = DURATION.exec(text)?.groups ?? {};
  const unitMs = Object.hasOwn(UNIT_MS, unit) ? UNIT_MS[unit] : undefined;
  if (unitMs !== undefined) return Number(count) * unitMs;
  throw new Failure('--for is a number with its unit: 30s, 10m, 1h.');
}

function readCount(text: string): number {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  throw new Failure(`--max-new is a whole number from 0 to ${MOST_LISTED - 1}.`);
}

function readLimits(values: Values): readonly HealthLimit[] {
  const { 'min-sessions': sessions = '100' } = values;
  const crashFree = readPercent(values, 'min-crash-free');
  const unhandledFree = readPercent(values, 'min-unhandled-free');
  if (crashFree === undefined && unhandledFree === undefined) {
    const needing = (['min-sessions', 'allow-unknown'] as const).find((name) => values[name]);
    if (needing === undefined) return [];
    throw new Failure(`--${needing} needs --min-crash-free or --min-unhandled-free.`);
  }
  const minSessions = /^\d{1,6}$/.test(sessions) ? Number(sessions) : 0;
  if (minSessions === 0) throw new Failure('--min-sessions is a whole number from 1 to 999999.');
  return [
    ...(crashFree === undefined ? [] : [{ minPercent: crashFree, minSessions }]),
    ...(unhandledFree === undefined
      ? []
      : [{ minPercent: unhandledFree, minSessions, withUnhandled: true as const }]),
  ];
}

function readPercent(
  values: Values,
  option: 'min-crash-free' | 'min-unhandled-free',
): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const percent = /^\d{1,3}(?:\.\d{1,2})?$/.test(text) ? Number(text) : 0;
  if (percent > 0 && percent <= 100) return percent;
  throw new Failure(`--${option} is per cent of sessions: 99.5.`);
}

function readFormat(text: string | undefined): Format | undefined {
  if (text === undefined || text === 'github' || text === 'gitlab' || text === 'plain') return text;
  throw new Failure('--format is github, gitlab or plain.');
}

function writeLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
