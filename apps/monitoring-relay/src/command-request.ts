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

/** Returns undefined for arguments that no command takes. */
export function parseCommandRequest(args: string[]): CommandRequest | 'help' | undefined {
  const parsed = parseStrictly(args);
  if (!parsed) return undefined;
  if (parsed.values.help) return 'help';
  const [command = '', folder = '', ...more] = parsed.positionals;
  if (!isCommand(command) || more.length > 0 || folder.startsWith('-')) return undefined;
  return HAS_FOLDER[command] === (folder !== '') ? { command, folder } : undefined;
}

function isCommand(text: string): text is CommandRequest['command'] {
  return Object.hasOwn(HAS_FOLDER, text);
}

function parseStrictly(args: string[]) {
  try {
    const options = { help: { type: 'boolean', short: 'h' } } as const;
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}
