import { spawn } from 'node:child_process';
import type { ChildProcess, SendHandle } from 'node:child_process';
import { SUPERVISED } from '../messages.ts';
import type { Ready, ToSupervised, ToSupervisor } from '../messages.ts';
import type { BoundSockets } from './bound-sockets.ts';
import { FEW_ARENAS } from './few-arenas.ts';

/** How long a service may take to finish what it has accepted; Ctrl-C again does not wait. */
const STOP_GRACE_MS = 8000;
/**
 * Longer than the service itself waits for those that are connected, which is the five minutes that Node.js lets a
 * request take to arrive and some to answer it, so that it can also let go of the rest.
 */
const RETIRE_GRACE_MS = 400_000;

export interface ServiceOptions {
  readonly name: string;
  /** The script to run, and what Node.js is told before it. */
  readonly entry: string;
  readonly nodeArgs?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export type Started =
  | { readonly ok: true; readonly ready: Ready }
  /** What it printed, if anything, or why there is no process. */
  | { readonly ok: false; readonly how: Ending; readonly output: string };

/** Neither where the system has not made a process. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const NO_PROCESS: Ending = { code: null, signal: null };

/**
 * One process of a service. It asks for the sockets it listens on, tells when it is ready, prints one line and
 * exits 1 when it cannot start, and stops when the channel breaks: killing this process leaves nothing behind.
 */
export class ServiceProcess {
  /** Resolves once it has ended and all that it wrote has been read. */
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcess;
  private readonly startErrors: Buffer[] = [];
  private readonly ready: Promise<Ready>;

  /** Throws what the system refuses a process for at once; what it tells later is how it ended. */
  constructor(
    { entry, nodeArgs = [], env, cwd }: ServiceOptions,
    private readonly sockets: BoundSockets,
  ) {
    this.child = spawn(process.execPath, [...nodeArgs, entry], {
      cwd,
      env: { ...FEW_ARENAS, ...env, [SUPERVISED]: '1' },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => this.startErrors.push(chunk));
    this.ended = new Promise((resolve) => {
      this.child.on('error', ({ message }) => {
        // Of a process that there is, `close` tells how it ended, whatever else fails.
        if (this.child.pid !== undefined) return;
        this.startErrors.push(Buffer.from(message));
        resolve(NO_PROCESS);
      });
      this.child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.ready = new Promise((resolve) => {
      this.child.on('message', (message) => this.hear(message as ToSupervisor, resolve));
    });
  }

  /** Resolves once it takes connections, or when it has ended before; it is ended when it has not within `mostMs`. */
  async started(mostMs?: number): Promise<Started> {
    const deadline = mostMs === undefined ? undefined : setTimeout(() => this.kill(), mostMs);
    const first = await Promise.race([this.ready, this.ended]);
    clearTimeout(deadline);
    if (!('type' in first)) {
      return { ok: false, how: first, output: Buffer.concat(this.startErrors).toString() };
    }
    this.passErrorsOn();
    return { ok: true, ready: first };
  }

  /** Asks it to stop, and makes it when it does not within the grace. */
  stop(): Promise<Ending> {
    this.child.kill('SIGTERM');
    return this.endedWithin(STOP_GRACE_MS);
  }

  /** Tells it that another process takes the connections now: it ends when nobody is connected any more. */
  retire(): Promise<Ending> {
    this.say({ type: 'retire' });
    return this.endedWithin(RETIRE_GRACE_MS);
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  private async endedWithin(graceMs: number): Promise<Ending> {
    const timer = setTimeout(() => this.kill(), graceMs);
    const how = await this.ended;
    clearTimeout(timer);
    return how;
  }

  private hear(message: ToSupervisor, onReady: (ready: Ready) => void): void {
    if (message.type === 'ready') onReady(message);
    else if (message.type === 'release') this.sockets.release(message.address);
    else void this.give(message);
  }

  private async give({ id, address }: ToSupervisor & { type: 'bind' }): Promise<void> {
    const binding = await this.sockets.bind(address);
    if (!binding.ok) return this.say({ type: 'socket', id, fault: binding.fault });
    this.say({ type: 'socket', id }, binding.socket as unknown as SendHandle);
  }

  /** Whoever has ended does not hear; that it has is told by `ended`. */
  private say(message: ToSupervised, socket?: SendHandle): void {
    if (this.child.connected) this.child.send(message, socket, () => undefined);
  }

  private passErrorsOn(): void {
    const { stderr } = this.child;
    stderr?.removeAllListeners('data');
    process.stderr.write(Buffer.concat(this.startErrors));
    stderr?.pipe(process.stderr, { end: false });
  }
}
