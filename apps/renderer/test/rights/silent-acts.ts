const OWN = 'changes what the person sees, is told or is signed in with';
const ISSUE = 'stands in the history, the comments or the feedback';
const NOTHING = 'changes nothing that is kept, or sends it again';
const ENTERING = 'stands among the sessions of the account';
const KEEPING = 'forgets what was asked for, or keeps what nobody sees';

/** Acts that write no line into the audit log: why, the path, and its actions. */
const untold: readonly (readonly [why: string, path: string, actions?: string])[] = [
  [OWN, 'POST /account', 'rename end-session end-other-sessions sign-out'],
  [OWN, 'POST /account/alerts', 'save'],
  [OWN, 'POST /account/preferences', 'save'],
  [OWN, 'POST /unsubscribe/:token', 'unsubscribe'],
  [OWN, 'POST /issues/:id', 'show-code'],
  [ISSUE, 'POST /issues', 'triage undo'],
  [ISSUE, 'POST /issues/:id', 'triage undo merge unmerge comment edit-comment delete-comment'],
  [ISSUE, 'POST /issues/:id', 'process-again'],
  [ISSUE, 'POST /issues/all', 'triage undo-all'],
  [ISSUE, 'POST /settings/projects/:slug/source-maps', 'process-again'],
  [ISSUE, 'POST /feedback', 'change'],
  [NOTHING, 'POST /settings/projects/:slug/alerts/:rule', 'preview test'],
  [NOTHING, 'POST /settings/projects/:slug/grouping-rules', 'preview'],
  [NOTHING, 'POST /settings/projects/:slug/data/privacy', 'preview'],
  [NOTHING, 'POST /settings/projects/:slug/channels', 'test-channel send-again'],
  [NOTHING, 'POST /settings/channels', 'test-channel send-again'],
  [NOTHING, 'POST /settings/providers', 'try'],
  [NOTHING, 'POST /projects/:slug/start', 'send-test-error'],
  [NOTHING, 'POST /forgotten-password', 'ask-reset'],
  [NOTHING, 'POST /account/second-factor', 'begin-app'],
  [NOTHING, 'POST /api/0/projects/:org/:project/files/difs/assemble'],
  [NOTHING, 'DELETE /mcp'],
  [ENTERING, 'POST /sign-in', 'sign-in'],
  [ENTERING, 'POST /sign-in/second-factor', 'prove prove-passkey'],
  [ENTERING, 'POST /account/confirm', 'confirm confirm-passkey'],
  ['begins the log: nobody owned Errata before', 'POST /setup', 'set-up'],
  [KEEPING, 'POST /settings/person-data', 'forget'],
  [KEEPING, 'POST /settings/projects/:slug/data/people', 'forget'],
  [KEEPING, 'POST /api/0/organizations/:org/chunk-upload'],
  [KEEPING, 'PUT /api/0/organizations/:org/releases/:version/watch'],
];

/** Acts that the rows do not complete: their kind of line, which another spec looks for. */
const elsewhere: readonly (readonly [kind: string, path: string, actions?: string])[] = [
  ['alert.changed', 'POST /settings/projects/:slug/alerts', 'switch'],
  ['alert.removed', 'POST /settings/projects/:slug/alerts/:rule', 'remove'],
  ['allowed-host.added', 'POST /settings/channels', 'allow-and-test'],
  ['allowed-host.added', 'POST /settings/projects/:slug/channels', 'allow-and-test'],
  ['failed-reports.discarded', 'POST /settings/operation', 'discard'],
  ['failed-reports.tried_again', 'POST /settings/operation', 'try-again'],
  ['issue.changed', 'PUT /api/0/issues/:issue'],
  ['issue.changed', 'PUT /api/0/organizations/:org/issues'],
  ['issue.changed', 'PUT /api/0/organizations/:org/issues/:issue'],
  ['issue.changed', 'PUT /api/0/projects/:org/:project/issues'],
  ['issue.changed', 'POST /api/0/issues/:issue/notes'],
  ['issue.changed', 'POST /api/0/organizations/:org/issues/:issue/notes'],
  ['issue.changed', 'POST /mcp'],
  ['issues.deleted', 'POST /issues/all', 'delete-all'],
  ['key.added', 'POST /api/0/projects/:org/:project/keys'],
  ['key.named', 'PUT /api/0/projects/:org/:project/keys/:key'],
  ['member.added', 'POST /settings/projects/:slug/members', 'put-back'],
  ['member.invited', 'POST /settings/projects/:slug/members', 'send-again'],
  ['person-data.erasing', 'POST /settings/person-data', 'erase'],
  ['person-data.erasing', 'POST /settings/projects/:slug/data/people', 'erase'],
  ['person.joined', 'POST /invitations/:token', 'accept-as-new'],
  ['person.linked', 'POST /sign-in/link', 'link'],
  ['person.password-reset', 'POST /password-reset/:token', 'reset-password'],
  ['person.second-factor', 'POST /account/second-factor', 'finish-app make-codes remove'],
  ['person.second-factor', 'POST /account/second-factor', 'add-passkey remove-passkey'],
  ['person.second-factor-reset', 'POST /settings/people', 'reset-second-factor'],
  ['person.unlinked', 'POST /account/providers', 'unlink'],
  ['project.created', 'POST /api/0/organizations/:org/projects'],
  ['project.created', 'POST /api/0/teams/:org/:team/projects'],
  ['project.deleted', 'POST /settings/projects/:slug', 'delete'],
  ['project.deleted', 'POST /settings/demo', 'remove'],
  ['project.platform', 'PUT /api/0/projects/:org/:project'],
  ['release.changed', 'PUT /api/0/organizations/:org/releases/:version'],
  ['release.changed', 'PUT /api/0/projects/:org/:project/releases/:version'],
  ['release.deployed', 'POST /api/0/organizations/:org/releases/:version/deploys'],
  ['release.made', 'POST /api/0/organizations/:org/releases'],
  ['release.made', 'POST /api/0/projects/:org/:project/releases'],
  ['release.removed', 'DELETE /api/0/organizations/:org/releases/:version'],
  ['release.removed', 'DELETE /api/0/projects/:org/:project/releases/:version'],
  ['settings.demo', 'POST /settings/demo', 'fill'],
  ['source-maps.added', 'POST /api/0/organizations/:org/artifactbundle/assemble'],
];

/** Endpoints that write no line. */
export const silentActs = listEndpoints(untold);

/** Endpoints whose rows may end before the act. */
export const actsElsewhere = listEndpoints(elsewhere);

export const kindsElsewhere = [...new Set(elsewhere.map(([kind]) => kind))];

function listEndpoints(acts: typeof untold): readonly string[] {
  return acts.flatMap(([, path, actions]) =>
    actions === undefined ? [path] : actions.split(' ').map((action) => `${path} ${action}`),
  );
}
