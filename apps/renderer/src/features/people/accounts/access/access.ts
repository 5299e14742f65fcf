import { ForbiddenException } from '@nestjs/common';
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

/** A program with a token. Its rights reach no further than those of the person that the token stands for. */
export interface TokenAccess {
  readonly token: {
    readonly id: number;
    readonly name: string;
    /** Names that the program is told. */
    readonly scopes: readonly string[];
    readonly rights: ReadonlySet<Right>;
  };
  /** Absent: the token stands for the organisation, and holds in every project. */
  readonly person?: Pick<SignedInAccess, 'user' | 'projectRoles'>;
}

/** A visitor who is not signed in. */
export type Stranger = 'guest' | 'early' | 'nobody';

/** What the sender of a request may do. */
export class Access {
  /**
   * `guest`: nobody owns Errata yet, and the browser has opened the printed link, so it may read. `early`: the same
   * without the link. `nobody`: not signed in, and that is needed.
   */
  constructor(private readonly who: SignedInAccess | TokenAccess | Stranger) {}

  /** The person who is signed in, or for whom a token stands. */
  get user(): User | undefined {
    return this.person?.user;
  }

  /** Whether we know who asks: a person, or a program with a token. */
  get isKnown(): boolean {
    return typeof this.who !== 'string';
  }

  /** The name of the token of a program. */
  get tokenName(): string | undefined {
    return this.token?.name;
  }

  /** Whether a program has a token with that scope, for what no right says. */
  hasScope(scope: string): boolean {
    return this.token?.scopes.includes(scope) === true;
  }

  get isToken(): boolean {
    return this.token !== undefined;
  }

  /** Where the guards let nobody else pass. Throws for who is not signed in. */
  getSignedIn(): SignedInAccess {
    if (typeof this.who === 'string' || 'token' in this.who) {
      throw new TypeError('Nobody is signed in.');
    }
    return this.who;
  }

  /** The person in whose name something is done: who is signed in, or for whom a token stands. Throws 403 where there is none. */
  getPerson(): User {
    const { user } = this;
    if (user) return user;
    throw new ForbiddenException(
      'A token of the organisation stands for nobody. Changes need a token of a person.',
    );
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
    const { person, token } = this;
    return JSON.stringify([
      ...(token ? ['token', token.id] : []),
      ...(person ? [person.user.id, person.user.isOwner, ...person.projectRoles] : []),
    ]);
  }

  /** Whether there is anything here for them but the way in. */
  get canRead(): boolean {
    return this.isGuest || this.isKnown;
  }

  /** Undefined when the project is none of their business; so it is when there is no such project, but for owners. */
  findRole(projectId: number): Role | undefined {
    if (this.isGuest) return 'viewer';
    const { person } = this;
    if (person) return toRole(person.user, person.projectRoles.get(projectId));
    return this.isToken ? 'owner' : undefined;
  }

  /** A right in a project needs the project; without one it is whether they have it in any. */
  can(right: Right, projectId?: number): boolean {
    if (this.token && !this.token.rights.has(right)) return false;
    if (isInstanceRight(right)) return can(this.person && toRole(this.person.user), right);
    if (projectId !== undefined) return can(this.findRole(projectId), right);
    const projects = this.listProjects(right);
    return projects === 'all' || projects.length > 0;
  }

  /** Ids of the projects in which they have a right. */
  listProjects(right: Right): 'all' | readonly number[] {
    if (this.isGuest) return can('viewer', right) ? 'all' : [];
    if (this.token && !this.token.rights.has(right)) return [];
    const { person } = this;
    if (!person) return this.isToken ? 'all' : [];
    if (person.user.isOwner) return 'all';
    return [...person.projectRoles].flatMap(([id, role]) => (can(role, right) ? [id] : []));
  }

  private get person(): TokenAccess['person'] {
    if (typeof this.who === 'string') return undefined;
    return 'token' in this.who ? this.who.person : this.who;
  }

  private get token(): TokenAccess['token'] | undefined {
    return typeof this.who !== 'string' && 'token' in this.who ? this.who.token : undefined;
  }
}
