import { BESIDE } from '../messages.ts';
import { isSupervised } from './say.ts';

/** Whether another process of this service keeps serving until this one is ready. */
export function startsBeside(): boolean {
  return isSupervised() && process.env[BESIDE] === '1';
}
