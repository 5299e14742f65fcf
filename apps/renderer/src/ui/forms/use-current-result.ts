import { useState } from 'react';

/** Returns the result of an action until the saved value changes, and undefined afterwards. */
export function useCurrentResult<Result>(
  result: Result | undefined,
  saved: string,
): Result | undefined {
  const [told, setTold] = useState({ result, saved });
  if (told.result === result) return told.saved === saved ? result : undefined;
  setTold({ result, saved });
  return result;
}
