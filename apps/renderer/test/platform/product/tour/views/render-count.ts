import { useState } from 'react';

const renders = new WeakMap<object, number>();

export function useRenderCount(): number {
  const [component] = useState(() => ({}));
  const count = (renders.get(component) ?? 0) + 1;
  renders.set(component, count);
  return count;
}
