import { useState } from 'react';

/**
 * Returns the result of an action. Returns undefined once `saved` differs from its value at the
 * time of the result.
 */
export function useCurrentResult<Result>(
  result: Result | undefined,
  saved: string,
): Result | undefined {
  const [told, setTold] = useState({ result, saved });
  if (told.result === result) return told.saved === saved ? result : undefined;
  setTold({ result, saved });
  return result;
}
