import { randomUUID } from 'node:crypto';
import { formatUtc } from '#shared';
import type { EndingToken } from '#product/people/tokens';
import { toAccountMail } from '../rules/account-mail.ts';
import type { AlertDelivery } from '../rules/alert-message.ts';

export function toTokenEndMail(
  { name, expiresAtMs, email }: EndingToken,
  { publicUrl, atMs }: { readonly publicUrl: string; readonly atMs: number },
): AlertDelivery {
  return toAccountMail({
    id: randomUUID(),
    address: email,
    title: `Your token “${name}” for Errata ends soon`,
    lines: [
      `The token “${name}” ends at ${formatUtc(expiresAtMs)}. Programs that use it are refused then.`,
      'Make another one in time, if they still need it.',
      `This is about Errata at ${publicUrl}`,
    ],
    url: `${publicUrl}/account/tokens`,
    atMs,
    untilMs: expiresAtMs,
  });
}
