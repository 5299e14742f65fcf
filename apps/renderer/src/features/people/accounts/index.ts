export { Access } from './access/access.ts';
export { AccountAudit } from './access/account-audit.ts';
export { findAccess } from './access/access-of-request.ts';
export { CurrentAccess } from './access/current-access.decorator.ts';
export { TokenHolders } from './access/token-holders.ts';
export type { HeldToken } from './access/token-holders.ts';
export { isOfProgram } from './access/program-requests.ts';
export { ProjectNames } from './access/project-names.ts';
export { ProjectOf } from './access/project-of.ts';
export { ProjectRoles } from './access/project-roles.ts';
export { AccountEntry } from './account/account-menu.ts';
export { AccountSection } from './account/account-section.decorator.ts';
export {
  findDeclaredAccess,
  findRequiredRight,
  ForSignedIn,
  mayOpen,
  OpenToGuests,
} from './access/declared-access.ts';
export { Requires } from './access/requires.decorator.ts';
export { toFieldErrors } from './account-errors.ts';
export { AccountsModule } from './accounts.module.ts';
export { InvitationMail } from './invitations/invitation-mail.ts';
export { InvitationsService } from './invitations/invitations.service.ts';
export type { InviteResult } from './invitations/invitations.service.ts';
export { AccountMailQueue } from './mail/account-mail-queue.ts';
export type { QueuedAccountMail } from './mail/account-mail-queue.ts';
export { OwnPassword } from './passwords/own-password.ts';
export { ResetRequests } from './passwords/reset-requests.ts';
export { NeedsProof } from './access/proof.guard.ts';
export { BeforeSecondFactor } from './access/before-second-factor.decorator.ts';
export { AccountNotices } from './mail/account-notices.ts';
export { RequiredSecondFactor } from './access/required-second-factor.ts';
export { ProviderSessions } from './access/provider-sessions.ts';
export type { Visit } from './access/provider-sessions.ts';
export { SignInWays } from './access/sign-in-ways.ts';
export type { Withdrawal } from './access/sign-in-ways.ts';
export type { SignInWay } from './sign-in.dto.ts';
export { AccountsOptions } from './accounts.options.ts';
export { PasswordHasher } from './hashing/password-hasher.ts';
export { SignInFlow } from './sign-in/sign-in-flow.ts';
export { ReturnAddressPipe } from './sign-in/return-address.pipe.ts';
export { SealedCookies } from './sign-in/sealed-cookies.ts';
export { SecondFactors } from './access/second-factors.ts';
export type { FactorResult } from './access/second-factors.ts';
export { Withdrawals } from './withdrawals.ts';
export { WithdrawTokensDto } from './withdraw-tokens.dto.ts';
export { isSameToken } from './sessions/session-token.ts';
export { SignInLimiter } from './sign-in/sign-in-limiter.ts';
export { refuse } from './sign-in/refuse.ts';
export { toWaitText } from './sign-in/wait-text.ts';
export { SignInWatch } from './sign-in/sign-in-watch.ts';
export { readBrowserZone } from './preferences/browser-zone.ts';
export { Preferences } from './preferences/preferences.ts';
export { Visitors } from './access/visitors.ts';
export { openAccounts } from './open-accounts.ts';
