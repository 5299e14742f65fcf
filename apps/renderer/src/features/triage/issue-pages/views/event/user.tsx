import { Link } from '#client-runtime';
import type { Address, NormalisedEvent } from '#shared';
import type { ReactNode } from 'react';
import { Facts } from '../../../../../ui/facts.tsx';
import type { Fact } from '../../../../../ui/facts.tsx';
import { JsonText } from '../../../../../ui/json-value.tsx';
import { FoldSection } from '../../../../recording/issue-page/views/index.ts';
import { present } from './event-facts.tsx';

export function User({
  user = {},
  ofUser,
}: Pick<NormalisedEvent, 'user'> & { readonly ofUser: Address | undefined }): ReactNode {
  const { geo = {}, data = {} } = user;
  const facts: readonly Fact[] = [
    ...present([
      ['Name', user.name],
      ['Username', user.username],
      ['Email', user.email],
      ['ID', user.id],
      ['Address', user.ipAddress],
    ]),
    ...[...Object.entries(geo), ...Object.entries(data)].map(
      ([name, value], index) => [name, <JsonText key={index} value={value} />] as const,
    ),
  ];
  if (facts.length === 0) return null;
  return (
    <FoldSection
      id="user"
      title="User"
      preview={user.email ?? user.username ?? user.name ?? user.id ?? user.ipAddress}
      note={
        ofUser !== undefined && (
          <Link href={ofUser} className="inline-flex items-center pointer-coarse:min-h-11">
            All issues of this user
          </Link>
        )
      }
    >
      <Facts facts={facts} />
    </FoldSection>
  );
}
