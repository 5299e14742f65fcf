export function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
