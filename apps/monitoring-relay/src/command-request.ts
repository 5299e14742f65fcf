import { parseArgs } from 'node:util';

/** Whether each command of an operator is told a folder. */
const HAS_FOLDER = {
  backup: true,
  restore: true,
  usage: false,
  shrink: false,
  version: false,
} as const;

export interface CommandRequest {
  readonly command: keyof typeof HAS_FOLDER;
  /** Blank for a command without one. */
  readonly folder: string;
}

interface RefusedRequest {
  /** Why no command takes the arguments; blank where there are none. */
  readonly problem: string;
}

export function parseCommandRequest(args: string[]): CommandRequest | 'help' | RefusedRequest {
  const parsed = parseStrictly(args);
  if ('message' in parsed) return { problem: parsed.message };
  const [command, ...more] = parsed.positionals;
  if (parsed.values.help || command === 'help') return 'help';
  if (command === undefined) return { problem: '' };
  if (!isCommand(command)) return { problem: `there is no command ${command}.` };
  const [folder = '', superfluous] = HAS_FOLDER[command] ? more : ['', ...more];
  if (superfluous !== undefined) return { problem: `${command} takes no argument ${superfluous}.` };
  if (folder.startsWith('-')) return { problem: `${folder} is no folder.` };
  if (HAS_FOLDER[command] && folder === '') return { problem: `${command} needs a folder.` };
  return { command, folder };
}

function isCommand(text: string): text is CommandRequest['command'] {
  return Object.hasOwn(HAS_FOLDER, text);
}

function parseStrictly(args: string[]) {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    return error as Error;
  }
}
