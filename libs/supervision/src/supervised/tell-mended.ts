import { isSupervised, say } from './say.ts';

/**
 * To be called when what ended the processes before this one has been found and is out of the way: those ends are not
 * counted with what comes, when the supervisor decides whether to go on.
 */
export function tellMended(): void {
  if (isSupervised()) say({ type: 'mended' });
}
