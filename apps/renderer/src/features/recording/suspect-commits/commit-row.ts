import type { User } from '#product/people/accounts';
import { toShortCommitId } from '#product/recording/releases/rules';
import type { ToldCommit } from '#product/recording/releases/rules';
import { parseEmail } from '#shared';
import type { CommitRow } from './commits.dto.ts';

const SUBJECT = 200;

/** Names the author as the member whose email the commit has, and never shows the email itself. */
export function toCommitRow(commit: ToldCommit, members: readonly User[]): CommitRow {
  const { id, authorName, authorEmail, repository, atMs, message = '' } = commit;
  const author = findMember(authorEmail, members)?.name ?? authorName;
  return {
    id,
    shortId: toShortCommitId(id),
    subject: (message.trim().split(/\r?\n/, 1)[0] ?? '').slice(0, SUBJECT).toWellFormed(),
    author,
    repository,
    atMs,
  };
}

function findMember(email: string | undefined, members: readonly User[]): User | undefined {
  const key = email === undefined ? undefined : parseEmail(email)?.key;
  return key === undefined
    ? undefined
    : members.find((user) => parseEmail(user.email)?.key === key);
}
