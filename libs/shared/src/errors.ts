export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface ErrorEntry {
  readonly status: number;
  readonly level: LogLevel;
  /** Must be safe to show to anyone. */
  readonly message: string;
}

/** Status, message, and the level of its line in the log, which is `info` when absent. */
type Entry = readonly [status: number, message: string, level?: LogLevel];

const entries = {
  'request.malformed': [400, 'The request is not valid HTTP.'],
  'request.nowhere': [404, 'There is nothing at this address.'],
  'request.late': [408, 'The request did not arrive in time.'],
  'request.expectation_unknown': [
    417,
    'This server does not know the Expect header of the request.',
  ],
  'request.headers_too_large': [
    431,
    'The address and the headers of the request are larger than 16 kB.',
  ],
  'envelope.malformed': [400, 'The envelope is malformed.'],
  'report.key_unknown': [403, 'The project key is unknown or disabled.'],
  'report.origin_refused': [403, 'The project does not accept reports from pages of this origin.'],
  'report.kind_refused': [403, 'This key accepts only errors.'],
  'report.form_refused': [403, 'Errata does not accept reports of this form.'],
  'report.too_large': [413, 'The report is larger than this relay accepts.'],
  'report.rate_limited': [
    429,
    'This key, or its project, has sent as many reports as it may in a minute.',
  ],
  'report.over_budget': [
    429,
    'The project has used up its share of the storage budget: attachments are not accepted.',
  ],
  'report.encoding_unknown': [415, 'The relay does not support this content encoding.'],
  'spool.unavailable': [503, 'The relay cannot store reports at the moment.', 'error'],
  'spool.full': [503, 'The relay has no room for more reports at the moment.', 'warn'],
  'keys.unavailable': [503, 'The project key cannot be checked at the moment.', 'warn'],
  'relay.busy': [503, 'The relay holds as many reports as its memory allows.', 'warn'],
  'database.sealed': [
    409,
    'This was encrypted with another ERRATA_SECRET. Set that one again to read it.',
    'warn',
  ],
  'relay.failed': [500, 'The relay failed on this request.', 'error'],
  'relay.call_unsigned': [
    401,
    'The request is not signed with the ERRATA_SECRET of this relay.',
    'warn',
  ],
  'relay.call_stale': [
    403,
    'The request was signed at another time: set the clocks of both services right.',
    'warn',
  ],
  'relay.unavailable': [503, 'The relay does not answer.', 'warn'],
  'database.unavailable': [503, 'The database does not answer.', 'error'],
  'database.damaged': [503, 'The database is damaged.', 'error'],
  'database.no_room': [503, 'The disk has too little room to update the database.', 'error'],
  'page.redirect_loop': [500, 'This page leads to itself.', 'error'],
  'page.late': [503, 'This page took too long. Try it again.', 'error'],
  'page.datum_late': [504, 'This part of the page took too long.', 'error'],
  'accounts.email_invalid': [422, 'This is not an email address.'],
  'accounts.email_taken': [422, 'There is an account with this email already.'],
  'accounts.name_too_long': [422, 'A name has at most 100 characters.'],
  'accounts.password_too_short': [422, 'A password has at least 10 characters.'],
  'accounts.password_too_long': [422, 'A password has at most 256 characters.'],
  'accounts.password_is_email': [422, 'The password cannot be the email.'],
  'accounts.password_common': [422, 'Many people use this password. Choose another one.'],
  'accounts.wrong_credentials': [422, 'The email or the password is wrong.'],
  'accounts.second_factor_needed': [
    422,
    'Enter the code that your app shows now, or a recovery code.',
  ],
  'accounts.wrong_code': [
    422,
    'The code is wrong, is too old, or was used already. Wait for the next one.',
  ],
  'accounts.passwords_off': [422, 'Passwords are switched off. Sign in with a provider.'],
  'accounts.identity_taken': [409, 'Another account is linked with it already.'],
  'accounts.wrong_passkey': [422, 'The passkey was not accepted. Try again, or use a code.'],
  'accounts.sign_in_first': [401, 'Sign in first, with a provider or a password.'],
  'accounts.confirm_first': [401, 'Confirm with your second factor first.'],
  'accounts.wrong_password': [422, 'This is not your password.'],
  'accounts.too_many_attempts': [429, 'There were too many attempts. Try again later.', 'warn'],
  'accounts.busy': [
    503,
    'Too many people sign in at the moment. Try again in a few seconds.',
    'warn',
  ],
  'accounts.unowned': [
    401,
    'Errata has no owner yet. Open the link that it printed when it started.',
  ],
  'accounts.set_up_already': [409, 'Errata has been set up already.'],
  'accounts.set_up_token_wrong': [
    403,
    'To set up Errata, open the link that it printed when it started.',
    'warn',
  ],
  'accounts.invitation_unknown': [404, 'There is no such invitation, or it was withdrawn.'],
  'accounts.invitation_expired': [410, 'The invitation has expired. Ask for another one.'],
  'accounts.invitation_used': [410, 'The invitation has been accepted already.'],
  'accounts.account_needed': [403, 'Who has no account yet is invited by an owner.'],
  'accounts.too_many_invitations': [
    429,
    'You can have 100 open invitations, and make 20 an hour. Withdraw some, or try again later.',
  ],
  'accounts.reset_unknown': [
    404,
    'The link was used already, is too old, or the password was changed since.',
  ],
  'accounts.invitation_for_another': [403, 'The invitation is for another email.'],
  'accounts.invitation_without_project': [
    422,
    'Choose at least one project. Only an owner needs none.',
  ],
  'accounts.last_owner': [
    409,
    'Errata would have no owner any more. Make somebody else an owner first.',
  ],
  'accounts.user_unknown': [404, 'There is no such person, or the account is disabled.'],
  'accounts.not_addable': [422, 'Nobody with this email can be added. Invite the person instead.'],
  'accounts.member_already': [422, 'A person with this email is in the project already.'],
  'accounts.member_disabled': [
    422,
    'The account with this email is disabled. Enable it among People first.',
  ],
  'accounts.not_member': [404, 'The person is not in the project any more.'],
  'project.name_length': [422, 'A project has a name of 1 to 100 characters.'],
  'project.slug_invalid': [
    422,
    'A slug has 1 to 50 small letters, digits and hyphens, and begins with a letter or digit.',
  ],
  'project.slug_taken': [422, 'There is a project with this slug already.'],
  'project.slug_differs': [422, 'This is not the slug of the project.'],
  'project.own': [422, 'Errata reports its own errors to this project, so it cannot be deleted.'],
  'project.key_unknown': [404, 'The project has no such key.'],
  'project.too_many_keys': [422, 'A project has at most 20 keys, disabled ones included.'],
  'project.rate_invalid': [
    422,
    'A rate is a whole number of reports from 1 to 1,000,000, or blank.',
  ],
  'project.limits_outdated': [
    409,
    'Somebody else has changed the limits since. Load the page again.',
  ],
  'project.origins_invalid': [
    422,
    'Enter at most 50 origins, one a line: https://app.example.com, app.example.com, *.example.com, or for an app capacitor://localhost.',
  ],
  'issue.unknown': [404, 'There is no such issue.'],
  'issue.forbidden': [403, 'You may not change the issues of this project.'],
  'issue.none_selected': [422, 'Select an issue first.'],
  'issue.too_many': [422, 'At most 100 issues are changed at once.'],
  'issue.change_unknown': [422, 'Choose what to do.'],
  'issue.assignee_unknown': [
    422,
    'Only somebody who may work on it in its project can be assigned.',
  ],
  'issue.mute_out_of_range': [
    422,
    'An issue is muted for at most a year from now, for 1 to 1,000,000 events or 1 to 100,000 users, of whom 10,000 within a window.',
  ],
  'issue.mute_amount_invalid': [422, 'Write a whole number from 1 on, such as 20.'],
  'issue.mute_too_long': [422, 'An issue is muted for at most 366 days.'],
  'issue.mute_too_many_events': [422, 'An issue is muted until at most 1,000,000 more events.'],
  'issue.mute_too_many_users': [422, 'An issue is muted until at most 100,000 more users.'],
  'issue.mute_too_many_users_in_window': [
    422,
    'An issue is muted until at most 10,000 users in an hour, a day or a week.',
  ],
  'issue.release_invalid': [422, 'A release has 1 to 200 characters.'],
  'issue.release_unknown': [
    422,
    'No event of this issue names a release, so no release can be the next one.',
  ],
  'issue.changed_since': [409, 'The issue has been changed since, so this cannot be undone.'],
  'issue.not_undoable': [409, 'Only the change of a person can be undone.'],
  'issue.bulk_none': [422, 'No issue that you may change matches.'],
  'issue.bulk_too_many': [422, 'At most 10,000 issues are changed at once: narrow the search.'],
  'issue.bulk_at_work': [
    422,
    'Three of your changes are still running. Wait until one of them has ended.',
  ],
  'issue.bulk_not_undoable': [422, 'This change was undone already, or cannot be undone.'],
  'issue.merge_one': [422, 'Select at least two issues to merge.'],
  'issue.merge_projects': [422, 'Only issues of one project can be merged.'],
  'issue.merge_target': [422, 'Name another issue of the same project, like WEB-42.'],
  'issue.too_many_groups': [422, 'An issue has at most 500 groups, also after a merge.'],
  'issue.unmerge_some': [422, 'Choose some of the groups, and leave at least one.'],
  'issue.regrouped': [
    409,
    'Somebody has merged or unmerged these issues meanwhile. Load the page again.',
  ],
  'comment.unknown': [404, 'There is no such comment.'],
  'comment.length': [422, 'A comment has 1 to 10,000 characters.'],
  'comment.not_author': [403, 'Only its author may change a comment.'],
  'database.newer': [500, 'The database was written by a newer version of Errata.', 'error'],
  'database.unreleased': [
    500,
    'A development version from before 0.2.0 made this database, and no release reads it. Start with a new DATA_DIR or an empty database. The old one stays unchanged.',
    'error',
  ],
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof entries;

/**
 * All faults and refusals of the application. Each code has the form `area.reason`, and its meaning
 * never changes.
 */
export const errorCatalogue = /* @__PURE__ */ toCatalogue(entries);

/**
 * Error with a code from the catalogue. The message is safe to show to anyone; `cause` holds the
 * underlying error.
 */
export class ErrataError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, options: { detail?: string; cause?: unknown } = {}) {
    const { message } = errorCatalogue[code];
    super(options.detail ? `${message} ${options.detail}` : message, { cause: options.cause });
    this.name = 'ErrataError';
    this.code = code;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get level(): LogLevel {
    return errorCatalogue[this.code].level;
  }
}

/** A damaged database counts as away: reports wait in the spool until it is mended or restored. */
export function isDatabaseAway(error: unknown): error is ErrataError {
  return (
    error instanceof ErrataError &&
    (error.code === 'database.unavailable' || error.code === 'database.damaged')
  );
}

function toCatalogue<Code extends string>(
  table: Readonly<Record<Code, Entry>>,
): Readonly<Record<Code, ErrorEntry>> {
  const catalogue = Object.entries<Entry>(table).map(
    ([code, [status, message, level = 'info']]) => [code, { status, level, message }],
  );
  return Object.freeze(Object.fromEntries(catalogue) as Record<Code, ErrorEntry>);
}
