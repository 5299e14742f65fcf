import { parseArgs } from 'node:util';

const COMMANDS = {
  backup: { argument: 'a folder', options: [] },
  restore: { argument: 'a folder', options: [] },
  usage: { options: [] },
  shrink: { options: [] },
  token: { options: ['name', 'scope'] },
  'reset-link': { argument: 'an address', options: [] },
  explain: { argument: 'the id of an event', options: [] },
  version: { options: [] },
} as const satisfies Record<
  string,
  { readonly argument?: string; readonly options: readonly OptionName[] }
>;

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  name: { type: 'string' },
  scope: { type: 'string', multiple: true },
} as const;

type OptionName = 'name' | 'scope';

export interface CommandRequest {
  readonly command: keyof typeof COMMANDS;
  readonly argument: string;
  readonly name?: string;
  readonly scope: readonly string[];
}

interface RefusedRequest {
  /** Empty when there were no arguments. */
  readonly problem: string;
}

export function parseCommandRequest(args: string[]): CommandRequest | 'help' | RefusedRequest {
  const parsed = parseStrictly(args);
  if ('message' in parsed) return { problem: parsed.message };
  const [command, ...more] = parsed.positionals;
  const { help, name, scope = [] } = parsed.values;
  if (help || command === 'help') return 'help';
  if (command === undefined) return { problem: '' };
  if (!isCommand(command)) return { problem: `there is no command ${command}.` };
  const { options, ...expected }: { argument?: string; options: readonly OptionName[] } =
    COMMANDS[command];
  const [argument = '', superfluous] = expected.argument ? more : ['', ...more];
  if (superfluous !== undefined) return { problem: `${command} takes no argument ${superfluous}.` };
  if (argument.startsWith('-')) return { problem: `${argument} is not ${expected.argument}.` };
  if (expected.argument && argument === '')
    return { problem: `${command} needs ${expected.argument}.` };
  const option = (['name', 'scope'] as const).find(
    (each) => parsed.values[each] !== undefined && !options.includes(each),
  );
  if (option) return { problem: `${command} takes no option --${option}.` };
  return { command, argument, scope, name };
}

function isCommand(text: string): text is CommandRequest['command'] {
  return Object.hasOwn(COMMANDS, text);
}

function parseStrictly(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    return error as Error;
  }
}
