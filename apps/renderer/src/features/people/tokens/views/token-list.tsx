import type { ReactNode } from 'react';
import { Confirm } from '../../../../ui/confirm.tsx';
import { Button } from '../../../../ui/forms/button.tsx';
import { NotedForm } from '../../../../ui/forms/noted-form.tsx';
import { useNow } from '../../../../ui/time/now.tsx';
import { RelativeTime } from '../../../../ui/time/relative-time.tsx';
import { Moment } from '../../../../ui/time/moment.tsx';
import type { TokenLine, TokensProps } from '../tokens.dto.ts';

export function TokenList({ tokens }: Pick<TokensProps, 'tokens'>): ReactNode {
  if (tokens.length === 0) return <p className="text-quiet">There is none.</p>;
  return (
    <ul className="grid max-w-2xl">
      {tokens.map((token) => (
        <TokenItem key={token.id} token={token} />
      ))}
    </ul>
  );
}

function TokenItem({ token }: { readonly token: TokenLine }): ReactNode {
  const { id, name, hint, scopes } = token;
  return (
    <li className="flex items-center justify-between gap-4 border-t border-rule py-2 first:border-t-0">
      <p className="min-w-0">
        <span className="block wrap-anywhere">
          {name} <code translate="no" className="font-mono text-xs text-faint">{`…${hint}`}</code>
        </span>
        <span className="block text-xs text-quiet">{scopes.join(', ')}</span>
        <span className="block text-xs text-faint">
          <Life token={token} />
        </span>
      </p>
      <Confirm label="Withdraw" question={`Withdraw ${name}? Whatever uses it is refused at once.`}>
        <NotedForm action="withdraw-token">
          <input type="hidden" name="token" value={id} />
          <Button>Withdraw</Button>
        </NotedForm>
      </Confirm>
    </li>
  );
}

function Life({ token }: { readonly token: TokenLine }): ReactNode {
  const { madeBy, createdAtMs, lastUsedAtMs, expiresAtMs } = token;
  const isOver = expiresAtMs !== undefined && expiresAtMs <= useNow();
  return (
    <>
      {`made by ${madeBy ?? 'the operator'} `}
      <RelativeTime atMs={createdAtMs} />
      {lastUsedAtMs === undefined ? ', never used' : ', used '}
      {lastUsedAtMs !== undefined && <RelativeTime atMs={lastUsedAtMs} />}
      {expiresAtMs !== undefined && (
        <>
          {isOver ? ', expired ' : ', until '}
          <Moment atMs={expiresAtMs} />
        </>
      )}
    </>
  );
}
