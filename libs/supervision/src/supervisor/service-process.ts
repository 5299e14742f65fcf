import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';
import { SUPERVISED } from '../messages.ts';
import type { Ready, ToSupervised, ToSupervisor } from '../messages.ts';
import type { BoundSockets } from './bound-sockets.ts';
import { MALLOC_ARENAS } from './malloc-arenas.ts';

/** How long a service may take to finish accepted work. A second Ctrl-C ends this wait. */
const STOP_GRACE_MS = 8000;
/**
 * Longer than the service itself waits for open connections, so that the service can still shut
 * down in order. In Node.js a request may take five minutes to arrive, and some more time to be
 * answered.
 */
const RETIRE_GRACE_MS = 400_000;

export interface ServiceOptions {
  readonly name: string;
  readonly entry: string;
  readonly nodeArgs?: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
}

export type Started =
  | { readonly ok: true; readonly ready: Ready }
  /** `output` is what the process printed, or why it could not be created. */
  | { readonly ok: false; readonly how: Ending; readonly output: string };

export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export const NO_PROCESS: Ending = { code: null, signal: null };

/**
 * Runs one process of a service. The process requests its sockets and reports when it is ready. A
 * process that cannot start prints one line and exits with 1. Every process stops when its IPC
 * channel closes, so killing the supervisor leaves no process behind.
 */
export class ServiceProcess {
  /** Resolves once the process has ended and all its output was read. */
  readonly ended: Promise<Ending>;
  private readonly child: ChildProcess;
  private readonly startErrors: Buffer[] = [];
  private readonly ready: Promise<Ready>;

  /** Throws when the system refuses the process at once. Later failures appear in `ended`. */
  constructor(
    { entry, nodeArgs = [], env, cwd }: ServiceOptions,
    private readonly sockets: BoundSockets,
  ) {
    this.child = spawn(process.execPath, [...nodeArgs, entry], {
      cwd,
      env: { ...MALLOC_ARENAS, ...env, [SUPERVISED]: '1' },
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    });
    this.child.stderr?.on('data', (chunk: Buffer) => this.startErrors.push(chunk));
    this.ended = new Promise((resolve) => {
      this.child.on('error', ({ message }) => {
        // When the process exists, `close` reports its end, even if another operation fails.
        if (this.child.pid !== undefined) return;
        this.startErrors.push(Buffer.from(message));
        resolve(NO_PROCESS);
      });
      this.child.once('close', (code, signal) => resolve({ code, signal }));
    });
    this.ready = new Promise((resolve) => {
      this.child.on('message', (message) => this.handleMessage(message as ToSupervisor, resolve));
    });
  }

  /**
   * Resolves when the process accepts connections or has ended. The process is killed when it is
   * not ready within `mostMs`.
   */
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

  stop(): Promise<Ending> {
    this.child.kill('SIGTERM');
    return this.endedWithin(STOP_GRACE_MS);
  }

  /**
   * Tells the process that another one accepts connections now. The process ends when its last
   * connection has closed.
   */
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

  private handleMessage(message: ToSupervisor, onReady: (ready: Ready) => void): void {
    if (message.type === 'ready') onReady(message);
    else if (message.type === 'release') this.sockets.release(message.address);
    else void this.give(message);
  }

  private async give({ id, address }: ToSupervisor & { type: 'bind' }): Promise<void> {
    const binding = await this.sockets.bind(address);
    if (!binding.ok) return this.say({ type: 'socket', id, fault: binding.fault });
    this.say({ type: 'socket', id }, binding.socket);
  }

  private say(message: ToSupervised, socket?: Socket): void {
    if (!this.child.connected) return;
    this.child.send(message, socket, { keepOpen: true }, () => undefined);
  }

  private passErrorsOn(): void {
    const { stderr } = this.child;
    stderr?.removeAllListeners('data');
    process.stderr.write(Buffer.concat(this.startErrors));
    stderr?.pipe(process.stderr, { end: false });
  }
}
