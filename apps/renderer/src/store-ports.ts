import {
  AttachmentStore,
  DeletionStore,
  EventStore,
  FeedbackStore,
  IdempotencyStore,
  InstallationStore,
  InvitationStore,
  IssueStore,
  KeptAssetStore,
  MembershipStore,
  OutcomeStore,
  ProjectSettingsStore,
  ProjectStore,
  ReportStore,
  SessionStore,
  SignInAttemptStore,
  StorageStore,
  TriageStore,
  UserStore,
} from '#persistence';
import type { Stores } from '#persistence';

type Port<Store> = abstract new (...dependencies: never[]) => Store;

/** The class that each store is asked for by. A store without one does not compile. */
export const storePorts: { readonly [Name in keyof Stores]: Port<Stores[Name]> } = {
  attachments: AttachmentStore,
  deletions: DeletionStore,
  events: EventStore,
  feedback: FeedbackStore,
  idempotency: IdempotencyStore,
  installation: InstallationStore,
  invitations: InvitationStore,
  issues: IssueStore,
  keptAssets: KeptAssetStore,
  memberships: MembershipStore,
  outcomes: OutcomeStore,
  projects: ProjectStore,
  projectSettings: ProjectSettingsStore,
  reports: ReportStore,
  sessions: SessionStore,
  signInAttempts: SignInAttemptStore,
  storage: StorageStore,
  triage: TriageStore,
  users: UserStore,
};
