import { errorCatalogue } from '#shared';
import type { ErrorCode, FieldErrors } from '#shared';

const FIELDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  'accounts.email_invalid': 'email',
  'accounts.email_taken': 'email',
  'accounts.invitation_for_another': 'email',
  'accounts.invitation_without_project': 'projects',
  'accounts.not_addable': 'email',
  'accounts.member_already': 'email',
  'accounts.member_disabled': 'email',
  'accounts.name_too_long': 'name',
  'accounts.password_too_short': 'password',
  'accounts.password_too_long': 'password',
  'accounts.password_is_email': 'password',
  'accounts.password_common': 'password',
  'accounts.set_up_token_wrong': 'token',
  'accounts.too_many_invitations': 'email',
};

export function toFieldErrors(code: ErrorCode): FieldErrors {
  return { [FIELDS[code] ?? '']: [errorCatalogue[code].message] };
}
