import { useSubmission } from '#client-runtime';
import type { ReactNode } from 'react';
import { FieldErrors } from '../../../../ui/forms/field-errors.tsx';
import { Section } from '../../../../ui/section.tsx';
import { ShownOnce } from '../../../../ui/shown-once.tsx';
import { NowProvider } from '../../../../ui/time/now.tsx';
import type { MadeToken as Made, MakeTokenAction, TokensProps } from '../tokens.dto.ts';
import { TokenForm } from './token-form.tsx';
import { TokenList } from './token-list.tsx';

export function Page({
  nowMs,
  isOfOrganisation,
  tokens,
  address,
  organisation,
}: TokensProps): ReactNode {
  const { result: made } = useSubmission<MakeTokenAction>('make-token');
  const { errors } = useSubmission('withdraw-token');
  return (
    <NowProvider nowMs={nowMs}>
      <h1 className="page-title">
        {isOfOrganisation ? 'Tokens of the organisation' : 'Your tokens'}
      </h1>
      {made && <MadeToken key={made.token} made={made} address={address} />}
      <Section id="new-token" title="Make a token">
        <p className="mb-3 max-w-prose">
          {isOfOrganisation
            ? `CI and bundlers upload source maps by it, into every project. It names the organisation ${organisation} and the address ${address}. When PUBLIC_URL changes, make new tokens.`
            : 'A program that has it may do what you may, as far as its scopes reach.'}
        </p>
        <TokenForm isOfOrganisation={isOfOrganisation} />
      </Section>
      <Section id="tokens" title="Tokens">
        <FieldErrors id="withdraw-errors" errors={Object.values(errors).flat()} />
        <TokenList tokens={tokens} />
      </Section>
    </NowProvider>
  );
}

interface MadeTokenProps {
  readonly made: Made;
  readonly address: string;
}

function MadeToken({ made: { token, name }, address }: MadeTokenProps): ReactNode {
  return (
    <ShownOnce title={`The token ${name}`} secret={token} kind="token">
      {`Errata shows it only now. Clients read it from SENTRY_AUTH_TOKEN, and ask ${address}.`}
    </ShownOnce>
  );
}
