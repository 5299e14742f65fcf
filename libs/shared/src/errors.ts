export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

interface ErrorEntry {
  readonly status: number;
  readonly level: LogLevel;
  /** Must be safe to show to anyone. */
  readonly message: string;
}

/**
 * All faults and refusals of the application. Each code has the form `area.reason`, and its meaning
 * never changes.
 */
export const errorCatalogue = /* @__PURE__ */ Object.freeze({
  'request.malformed': {
    status: 400,
    level: 'info',
    message: 'The request is not valid HTTP.',
  },
  'request.nowhere': {
    status: 404,
    level: 'info',
    message: 'There is nothing at this address.',
  },
  'request.late': {
    status: 408,
    level: 'info',
    message: 'The request did not arrive in time.',
  },
  'request.expectation_unknown': {
    status: 417,
    level: 'info',
    message: 'This server does not know the Expect header of the request.',
  },
  'request.headers_too_large': {
    status: 431,
    level: 'info',
    message: 'The address and the headers of the request are larger than 16 kB.',
  },
  'envelope.malformed': {
    status: 400,
    level: 'info',
    message: 'The envelope is malformed.',
  },
  'report.key_unknown': {
    status: 403,
    level: 'info',
    message: 'The project key is unknown or disabled.',
  },
  'report.origin_refused': {
    status: 403,
    level: 'info',
    message: 'The project does not accept reports from pages of this origin.',
  },
  'report.kind_refused': {
    status: 403,
    level: 'info',
    message: 'This key accepts only errors.',
  },
  'report.form_refused': {
    status: 403,
    level: 'info',
    message: 'Errata does not accept reports of this form.',
  },
  'report.too_large': {
    status: 413,
    level: 'info',
    message: 'The report is larger than this relay accepts.',
  },
  'report.rate_limited': {
    status: 429,
    level: 'info',
    message: 'This key, or its project, has sent as many reports as it may in a minute.',
  },
  'report.over_budget': {
    status: 429,
    level: 'info',
    message:
      'The project has used up its share of the storage budget: attachments are not accepted.',
  },
  'report.encoding_unknown': {
    status: 415,
    level: 'info',
    message: 'The relay does not support this content encoding.',
  },
  'spool.unavailable': {
    status: 503,
    level: 'error',
    message: 'The relay cannot store reports at the moment.',
  },
  'spool.full': {
    status: 503,
    level: 'warn',
    message: 'The relay has no room for more reports at the moment.',
  },
  'keys.unavailable': {
    status: 503,
    level: 'warn',
    message: 'The project key cannot be checked at the moment.',
  },
  'relay.busy': {
    status: 503,
    level: 'warn',
    message: 'The relay holds as many reports as its memory allows.',
  },
  'database.sealed': {
    status: 409,
    level: 'warn',
    message: 'This was encrypted with another ERRATA_SECRET. Set that one again to read it.',
  },
  'relay.failed': {
    status: 500,
    level: 'error',
    message: 'The relay failed on this request.',
  },
  'relay.call_unsigned': {
    status: 401,
    level: 'warn',
    message: 'The request is not signed with the ERRATA_SECRET of this relay.',
  },
  'relay.call_stale': {
    status: 403,
    level: 'warn',
    message: 'The request was signed at another time: set the clocks of both services right.',
  },
  'relay.unavailable': {
    status: 503,
    level: 'warn',
    message: 'The relay does not answer.',
  },
  'database.unavailable': {
    status: 503,
    level: 'error',
    message: 'The database does not answer.',
  },
  'database.damaged': {
    status: 503,
    level: 'error',
    message: 'The database is damaged.',
  },
  'database.no_room': {
    status: 503,
    level: 'error',
    message: 'The disk has too little room to update the database.',
  },
  'page.redirect_loop': {
    status: 500,
    level: 'error',
    message: 'This page leads to itself.',
  },
  'page.datum_late': {
    status: 504,
    level: 'error',
    message: 'This part of the page took too long.',
  },
  'accounts.email_invalid': {
    status: 422,
    level: 'info',
    message: 'This is not an email address.',
  },
  'accounts.email_taken': {
    status: 422,
    level: 'info',
    message: 'There is an account with this email already.',
  },
  'accounts.name_too_long': {
    status: 422,
    level: 'info',
    message: 'A name has at most 100 characters.',
  },
  'accounts.password_too_short': {
    status: 422,
    level: 'info',
    message: 'A password has at least 10 characters.',
  },
  'accounts.password_too_long': {
    status: 422,
    level: 'info',
    message: 'A password has at most 256 characters.',
  },
  'accounts.password_is_email': {
    status: 422,
    level: 'info',
    message: 'The password cannot be the email.',
  },
  'accounts.password_common': {
    status: 422,
    level: 'info',
    message: 'Many people use this password. Choose another one.',
  },
  'accounts.wrong_credentials': {
    status: 422,
    level: 'info',
    message: 'The email or the password is wrong.',
  },
  'accounts.second_factor_needed': {
    status: 422,
    level: 'info',
    message: 'Enter the code that your app shows now, or a recovery code.',
  },
  'accounts.wrong_code': {
    status: 422,
    level: 'info',
    message: 'The code is wrong, is too old, or was used already. Wait for the next one.',
  },
  'accounts.passwords_off': {
    status: 422,
    level: 'info',
    message: 'Passwords are switched off. Sign in with a provider.',
  },
  'accounts.identity_taken': {
    status: 409,
    level: 'info',
    message: 'Another account is linked with it already.',
  },
  'accounts.wrong_passkey': {
    status: 422,
    level: 'info',
    message: 'The passkey was not accepted. Try again, or use a code.',
  },
  'accounts.sign_in_first': {
    status: 401,
    level: 'info',
    message: 'Sign in first, with a provider or a password.',
  },
  'accounts.confirm_first': {
    status: 401,
    level: 'info',
    message: 'Confirm with your second factor first.',
  },
  'accounts.wrong_password': {
    status: 422,
    level: 'info',
    message: 'This is not your password.',
  },
  'accounts.too_many_attempts': {
    status: 429,
    level: 'warn',
    message: 'There were too many attempts. Try again later.',
  },
  'accounts.busy': {
    status: 503,
    level: 'warn',
    message: 'Too many people sign in at the moment. Try again in a few seconds.',
  },
  'accounts.unowned': {
    status: 401,
    level: 'info',
    message: 'Errata has no owner yet. Open the link that it printed when it started.',
  },
  'accounts.set_up_already': {
    status: 409,
    level: 'info',
    message: 'Errata has been set up already.',
  },
  'accounts.set_up_token_wrong': {
    status: 403,
    level: 'warn',
    message: 'To set up Errata, open the link that it printed when it started.',
  },
  'accounts.invitation_unknown': {
    status: 404,
    level: 'info',
    message: 'There is no such invitation, or it was withdrawn.',
  },
  'accounts.invitation_expired': {
    status: 410,
    level: 'info',
    message: 'The invitation has expired. Ask for another one.',
  },
  'accounts.invitation_used': {
    status: 410,
    level: 'info',
    message: 'The invitation has been accepted already.',
  },
  'accounts.reset_unknown': {
    status: 404,
    level: 'info',
    message: 'The link was used already, is too old, or the password was changed since.',
  },
  'accounts.invitation_for_another': {
    status: 403,
    level: 'info',
    message: 'The invitation is for another email.',
  },
  'accounts.invitation_without_project': {
    status: 422,
    level: 'info',
    message: 'Choose at least one project. Only an owner needs none.',
  },
  'accounts.last_owner': {
    status: 409,
    level: 'info',
    message: 'Errata would have no owner any more. Make somebody else an owner first.',
  },
  'accounts.user_unknown': {
    status: 404,
    level: 'info',
    message: 'There is no such person, or the account is disabled.',
  },
  'accounts.not_addable': {
    status: 422,
    level: 'info',
    message: 'Nobody with this email can be added. Invite the person instead.',
  },
  'accounts.member_already': {
    status: 422,
    level: 'info',
    message: 'A person with this email is in the project already.',
  },
  'accounts.member_disabled': {
    status: 422,
    level: 'info',
    message: 'The account with this email is disabled. Enable it among People first.',
  },
  'accounts.not_member': {
    status: 404,
    level: 'info',
    message: 'The person is not in the project any more.',
  },
  'project.name_length': {
    status: 422,
    level: 'info',
    message: 'A project has a name of 1 to 100 characters.',
  },
  'project.slug_invalid': {
    status: 422,
    level: 'info',
    message:
      'A slug has 1 to 50 small letters, digits and hyphens, and begins with a letter or digit.',
  },
  'project.slug_taken': {
    status: 422,
    level: 'info',
    message: 'There is a project with this slug already.',
  },
  'project.slug_differs': {
    status: 422,
    level: 'info',
    message: 'This is not the slug of the project.',
  },
  'project.own': {
    status: 422,
    level: 'info',
    message: 'Errata reports its own errors to this project, so it cannot be deleted.',
  },
  'project.key_unknown': {
    status: 404,
    level: 'info',
    message: 'The project has no such key.',
  },
  'project.too_many_keys': {
    status: 422,
    level: 'info',
    message: 'A project has at most 20 keys, disabled ones included.',
  },
  'project.rate_invalid': {
    status: 422,
    level: 'info',
    message: 'A rate is a whole number of reports from 1 to 1,000,000, or blank.',
  },
  'project.limits_outdated': {
    status: 409,
    level: 'info',
    message: 'Somebody else has changed the limits since. Load the page again.',
  },
  'project.origins_invalid': {
    status: 422,
    level: 'info',
    message:
      'Enter at most 50 origins, one a line: https://app.example.com, app.example.com, *.example.com, or for an app capacitor://localhost.',
  },
  'issue.unknown': {
    status: 404,
    level: 'info',
    message: 'There is no such issue.',
  },
  'issue.forbidden': {
    status: 403,
    level: 'info',
    message: 'You may not change the issues of this project.',
  },
  'issue.none_selected': {
    status: 422,
    level: 'info',
    message: 'Select an issue first.',
  },
  'issue.too_many': {
    status: 422,
    level: 'info',
    message: 'At most 100 issues are changed at once.',
  },
  'issue.change_unknown': {
    status: 422,
    level: 'info',
    message: 'Choose what to do.',
  },
  'issue.assignee_unknown': {
    status: 422,
    level: 'info',
    message: 'Only somebody who may work on it in its project can be assigned.',
  },
  'issue.mute_out_of_range': {
    status: 422,
    level: 'info',
    message:
      'An issue is muted for at most a year from now, for 1 to 1,000,000 events or 1 to 100,000 users, of whom 10,000 within a window.',
  },
  'issue.mute_amount_invalid': {
    status: 422,
    level: 'info',
    message: 'Write a whole number from 1 on, such as 20.',
  },
  'issue.mute_too_long': {
    status: 422,
    level: 'info',
    message: 'An issue is muted for at most 366 days.',
  },
  'issue.mute_too_many_events': {
    status: 422,
    level: 'info',
    message: 'An issue is muted until at most 1,000,000 more events.',
  },
  'issue.mute_too_many_users': {
    status: 422,
    level: 'info',
    message: 'An issue is muted until at most 100,000 more users.',
  },
  'issue.mute_too_many_users_in_window': {
    status: 422,
    level: 'info',
    message: 'An issue is muted until at most 10,000 users in an hour, a day or a week.',
  },
  'issue.release_invalid': {
    status: 422,
    level: 'info',
    message: 'A release has 1 to 200 characters.',
  },
  'issue.release_unknown': {
    status: 422,
    level: 'info',
    message: 'No release is known for the environments of this issue, so there is no next release.',
  },
  'issue.changed_since': {
    status: 409,
    level: 'info',
    message: 'The issue has been changed since, so this cannot be undone.',
  },
  'issue.not_undoable': {
    status: 409,
    level: 'info',
    message: 'Only the change of a person can be undone.',
  },
  'issue.bulk_none': {
    status: 422,
    level: 'info',
    message: 'No issue that you may change matches.',
  },
  'issue.bulk_too_many': {
    status: 422,
    level: 'info',
    message: 'At most 10,000 issues are changed at once: narrow the search.',
  },
  'issue.bulk_at_work': {
    status: 422,
    level: 'info',
    message: 'Three of your changes are still running. Wait until one of them has ended.',
  },
  'issue.bulk_not_undoable': {
    status: 422,
    level: 'info',
    message: 'This change was undone already, or cannot be undone.',
  },
  'issue.merge_one': {
    status: 422,
    level: 'info',
    message: 'Select at least two issues to merge.',
  },
  'issue.merge_projects': {
    status: 422,
    level: 'info',
    message: 'Only issues of one project can be merged.',
  },
  'issue.merge_target': {
    status: 422,
    level: 'info',
    message: 'Name another issue of the same project, like WEB-42.',
  },
  'issue.too_many_groups': {
    status: 422,
    level: 'info',
    message: 'An issue has at most 500 groups, also after a merge.',
  },
  'issue.unmerge_some': {
    status: 422,
    level: 'info',
    message: 'Choose some of the groups, and leave at least one.',
  },
  'issue.regrouped': {
    status: 409,
    level: 'info',
    message: 'Somebody has merged or unmerged these issues meanwhile. Load the page again.',
  },
  'comment.unknown': {
    status: 404,
    level: 'info',
    message: 'There is no such comment.',
  },
  'comment.length': {
    status: 422,
    level: 'info',
    message: 'A comment has 1 to 10,000 characters.',
  },
  'comment.not_author': {
    status: 403,
    level: 'info',
    message: 'Only its author may change a comment.',
  },
  'database.newer': {
    status: 500,
    level: 'error',
    message: 'The database was written by a newer version of Errata.',
  },
  'database.unreleased': {
    status: 500,
    level: 'error',
    message:
      'A development version from before 0.2.0 made this database, and no release reads it. Start with a new DATA_DIR or an empty database. The old one stays unchanged.',
  },
} satisfies Record<string, ErrorEntry>);

export type ErrorCode = keyof typeof errorCatalogue;

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
