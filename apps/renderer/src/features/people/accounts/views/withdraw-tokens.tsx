import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { Check } from '../../../../ui/forms/check.tsx';

interface WithdrawTokensProps {
  readonly action: string;
  readonly tokens: number;
  readonly mayUnlink: boolean;
}

/** Boxes are ticked at first. After a refused submit they are as they were sent. */
export function WithdrawTokens({ action, tokens, mayUnlink }: WithdrawTokensProps): ReactNode {
  const { errors, fields } = useSubmission(action);
  const isFirst = Object.keys(errors).length === 0;
  const isOn = (name: string) => isFirst || fields[name] === 'on';
  return (
    <>
      <Check
        name="withdrawTokens"
        value="on"
        label={describe(tokens)}
        isOn={isOn('withdrawTokens')}
      />
      {mayUnlink && (
        <Check
          name="unlinkProviders"
          value="on"
          label="Unlink your providers, too"
          isOn={isOn('unlinkProviders')}
        />
      )}
    </>
  );
}

/** The box stands also where there is no token, because somebody else may make one meanwhile. */
function describe(tokens: number): string {
  if (tokens === 1) return 'Withdraw your token, too';
  return tokens === 0 ? 'Withdraw your tokens, too' : `Withdraw your ${tokens} tokens, too`;
}
