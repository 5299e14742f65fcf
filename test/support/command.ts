import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.ts';

interface Options {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program in a process group of its own, as a terminal starts it. Keeps its output. */
export class Command {
  readonly #child: ChildProcess;
  readonly #closed: Promise<number | null>;
  #hasClosed = false;
  output = '';
  errors = '';

  constructor(program: string, args: readonly string[], { cwd, env }: Options) {
    this.#child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.#child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
    this.#closed = once(this.#child, 'close').then(([code]: unknown[]) => {
      this.#hasClosed = true;
      return code as number | null;
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /**
   * Resolves with the exit code, or null for a signal, once the program and all processes that
   * share its output have ended.
   */
  get closed(): Promise<number | null> {
    return this.#closed;
  }

  /**
   * Resolves once the text has been printed. Rejects with the whole output when the program ends
   * first.
   */
  async prints(text: string): Promise<void> {
    await eventually(`“${text}” on the output`, () => {
      if (this.output.includes(text)) return true;
      if (this.#hasClosed) throw new Error(this.output + this.errors);
      return false;
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Signals the whole group, as Ctrl-C in a terminal does. */
  signalGroup(signal: NodeJS.Signals): void {
    try {
      process.kill(-this.pid, signal);
    } catch {
      // No process of the group is left.
    }
  }
}
