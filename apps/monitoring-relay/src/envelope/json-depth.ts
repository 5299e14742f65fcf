/** Whether arrays and objects of `value` stand at most `maxDepth` inside one another. Never recurses. */
export function isWithinDepth(value: unknown, maxDepth: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; ; depth += 1) {
    const containers = level.filter((entry) => typeof entry === 'object' && entry !== null);
    if (containers.length === 0) return true;
    if (depth === maxDepth) return false;
    level = containers.flatMap((entry) => Object.values(entry));
  }
}
