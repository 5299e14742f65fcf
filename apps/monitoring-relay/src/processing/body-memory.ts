/** Whether nothing else lies in the memory that it has: then it can be handed over, and given back. */
export function hasOwnMemory({ length, buffer }: Buffer): boolean {
  return length > 0 && length === buffer.byteLength;
}

/**
 * Gives back what memory these bodies have of their own; nobody reads them from then on. It would otherwise wait for a
 * collection of the old generation, where whatever lives as long as a batch ends up; and what waits there brings that
 * collection about: every two hundred reports (ADR 62).
 */
export function returnMemory(bodies: readonly Buffer[]): void {
  const memory = bodies.filter(hasOwnMemory).map(({ buffer }) => buffer as ArrayBuffer);
  // What is transferred leaves, and what has it then is young.
  if (memory.length > 0) structuredClone(memory, { transfer: memory });
}
