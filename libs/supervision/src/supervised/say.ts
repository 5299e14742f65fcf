import { SUPERVISED } from '../messages.ts';
import type { ToSupervisor } from '../messages.ts';

export function isSupervised(): boolean {
  return process.env[SUPERVISED] === '1' && process.send !== undefined;
}

export function say(message: ToSupervisor): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
