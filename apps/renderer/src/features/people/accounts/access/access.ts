import type { Session, User } from '#product/people/accounts';
import { can, isInstanceRight, toRole } from '#product/people/accounts/rules';
import type { ProjectRole, Right, Role } from '#product/people/accounts/rules';

/** Who is signed in, and as what in which project. */
export interface SignedInAccess {
  readonly user: User;
  readonly session: Session;
  /** By project id; empty for an owner, who is one everywhere. */
  readonly projectRoles: ReadonlyMap<number, ProjectRole>;
}

/** A visitor who is not signed in. */
export type Stranger = 'guest' | 'early' | 'nobody';

/** What the sender of a request may do. */
export class Access {
  /**
   * `guest`: nobody owns Errata yet, and the browser has opened the printed link, so it may read. `early`: the same
   * without the link. `nobody`: not signed in, and that is needed.
   */
  constructor(private readonly who: SignedInAccess | Stranger) {}

  get user(): User | undefined {
    return this.signedIn?.user;
  }

  /** Where the guards let nobody else pass. Throws for who is not signed in. */
  getSignedIn(): SignedInAccess {
    if (!this.signedIn) throw new TypeError('Nobody is signed in.');
    return this.signedIn;
  }

  get isGuest(): boolean {
    return this.who === 'guest';
  }

  /** Nobody owns Errata yet, so that there is nobody to sign in as. */
  get isUnowned(): boolean {
    return this.who === 'guest' || this.who === 'early';
  }

  /** The same as long as they are the same and may the same. */
  get standing(): string {
    if (typeof this.who === 'string') return this.who;
    const { user, projectRoles } = this.who;
    return JSON.stringify([user.id, user.isOwner, ...projectRoles]);
  }

  /** Whether there is anything here for them but the way in. */
  get canRead(): boolean {
    return this.isGuest || this.signedIn !== undefined;
  }

  /** Undefined when the project is none of their business; so it is when there is no such project, but for owners. */
  findRole(projectId: number): Role | undefined {
    if (this.isGuest) return 'viewer';
    return this.signedIn && toRole(this.signedIn.user, this.signedIn.projectRoles.get(projectId));
  }

  /** A right in a project needs the project; without one it is whether they have it in any. */
  can(right: Right, projectId?: number): boolean {
    if (isInstanceRight(right)) return can(this.signedIn && toRole(this.signedIn.user), right);
    if (projectId !== undefined) return can(this.findRole(projectId), right);
    const projects = this.listProjects(right);
    return projects === 'all' || projects.length > 0;
  }

  /** Ids of the projects in which they have a right. */
  listProjects(right: Right): 'all' | readonly number[] {
    if (this.isGuest) return can('viewer', right) ? 'all' : [];
    if (!this.signedIn) return [];
    if (this.signedIn.user.isOwner) return 'all';
    return [...this.signedIn.projectRoles].flatMap(([id, role]) => (can(role, right) ? [id] : []));
  }

  private get signedIn(): SignedInAccess | undefined {
    return typeof this.who === 'string' ? undefined : this.who;
  }
}
