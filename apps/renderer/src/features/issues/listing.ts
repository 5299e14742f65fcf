import type { IssueListProps, ListedStatus } from './issues.dto.ts';

/** What a list of issues is asked for. */
export interface Listing {
  readonly status: ListedStatus;
  /** The project that all are of. */
  readonly project?: { readonly slug: string; readonly name: string } | undefined;
}

const NAMES: Readonly<Record<ListedStatus, string>> = {
  unresolved: 'Unresolved',
  muted: 'Muted',
  resolved: 'Resolved',
  all: 'All',
};

/** So many people are named; of more it is said what they are. */
const FEW = 3;

/** Where it is; with `before` what follows the last row of a page. What goes without saying is left out. */
export function toListAddress(
  {
    status,
    project,
  }: { readonly status: ListedStatus; readonly project?: { readonly slug: string } | undefined },
  before?: string,
): string {
  const query = [
    ...(project ? [`project=${project.slug}`] : []),
    ...(status === 'unresolved' ? [] : [`status=${status}`]),
    ...(before === undefined ? [] : [`before=${before}`]),
  ];
  return query.length === 0 ? '/issues' : `/issues?${query.join('&')}`;
}

/** The same of each status. */
export function toTabs({ project }: Listing): IssueListProps['tabs'] {
  return (Object.keys(NAMES) as ListedStatus[]).map((status) => ({
    status,
    name: NAMES[status],
    href: toListAddress({ status, project }),
  }));
}

/** To who sees no project: what others report, and who they are, is none of their business yet. */
export const IN_NO_PROJECT: IssueListProps['nothing'] = {
  text: 'You are in no project yet. Ask who invited you to add you to one.',
};

/** Why a list is empty that could have had something in it. `isPast`: it goes on after the last row of a page. */
export function explainEmpty(listing: Listing, isPast: boolean): IssueListProps['nothing'] {
  const { status, project } = listing;
  if (isPast) {
    const link = { name: 'Back to the newest', href: toListAddress(listing) };
    return { text: 'No more issues.', link };
  }
  const which = status === 'all' ? '' : `${status} `;
  const where = project ? ` in ${project.name}` : '';
  return { text: `No ${which}issues${where}.`, ...offerAll(listing) };
}

/**
 * Why a list is empty of which nothing has ever been reported. `admins`: names of those who have the DSN; undefined for one
 * of them, while there is no key to send anything with.
 */
export function explainSilence(
  listing: Listing,
  admins: readonly string[] | undefined,
): IssueListProps['nothing'] {
  const why = admins ? `${toOwners(admins)} the DSN that applications report with.` : NO_KEY;
  return { text: `No report has arrived yet. ${why}`, ...offerAll(listing) };
}

const NO_KEY = 'All keys to send one with are disabled.';

function toOwners(admins: readonly string[]): string {
  if (admins.length === 0 || admins.length > FEW) return 'An admin of the project has';
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(admins);
  return `${names} ${admins.length === 1 ? 'has' : 'have'}`;
}

function offerAll({
  status,
  project,
}: Listing): Pick<NonNullable<IssueListProps['nothing']>, 'link'> {
  if (!project) return {};
  return { link: { name: 'Those of all projects', href: toListAddress({ status }) } };
}
