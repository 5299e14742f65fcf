/** Runs all pending microtasks and immediate callbacks. */
export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
