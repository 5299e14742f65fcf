import { useState } from 'react';

/** What an action told, for as long as what is saved is what it was then: undefined once that has changed. */
export function useCurrentResult<Result>(
  result: Result | undefined,
  saved: string,
): Result | undefined {
  const [told, setTold] = useState({ result, saved });
  if (told.result === result) return told.saved === saved ? result : undefined;
  setTold({ result, saved });
  return result;
}
