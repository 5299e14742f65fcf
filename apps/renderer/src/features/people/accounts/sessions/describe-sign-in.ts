import type { Session } from '#product/people/accounts';
import type { SecondFactorKind } from '#product/people/accounts/rules';

const FACTORS: Readonly<Record<SecondFactorKind, string>> = {
  app: 'app',
  recovery: 'recovery code',
  passkey: 'passkey',
};

export function describeSignIn({
  provider,
  secondFactor,
}: Pick<Session, 'provider' | 'secondFactor'>): string {
  const first = provider ?? 'password';
  return secondFactor === undefined ? first : `${first} and ${FACTORS[secondFactor]}`;
}
