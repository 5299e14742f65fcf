import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';

interface WithdrawTokensProps {
  readonly action: string;
  readonly tokens: number;
}

/** Ticked at first. After a refused submit it is as it was sent. */
export function WithdrawTokens({ action, tokens }: WithdrawTokensProps): ReactNode {
  const { errors, fields } = useSubmission(action);
  const isFirst = Object.keys(errors).length === 0;
  return (
    <label className="flex items-center gap-2 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        name="withdrawTokens"
        value="on"
        defaultChecked={isFirst || fields['withdrawTokens'] === 'on'}
        className="size-4 shrink-0"
      />
      {describe(tokens)}
    </label>
  );
}

/** The box stands also where there is no token, because somebody else may make one meanwhile. */
function describe(tokens: number): string {
  if (tokens === 1) return 'Withdraw your token, too';
  return tokens === 0 ? 'Withdraw your tokens, too' : `Withdraw your ${tokens} tokens, too`;
}
