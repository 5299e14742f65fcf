const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Whether an address that people use leads to this machine by itself: not through a proxy. */
export function isThisMachine(url: string): boolean {
  return THIS_MACHINE.test(new URL(url).hostname);
}
