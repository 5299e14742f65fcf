import { useRef } from 'react';

/** How often the component around has been rendered. */
export function useRenderCount(): number {
  const count = useRef(0);
  // oxlint-disable-next-line react/refs -- it counts nothing but renders.
  return (count.current += 1);
}
