/** Acts that may end what a person has, in the order of the table's cells. */
export const acts = [
  'password changed',
  'password reset',
  'signed out elsewhere',
  'signed out by an owner',
  'first factor set up',
  'factor reset',
  'demoted',
  'taken off a project',
  'disabled',
  'enabled again',
  'removed',
  'provider unlinked',
  'provider removed',
  'passwords off',
] as const;

type Cell = 'ends' | 'stays' | 'asked' | '–';

const TABLE = `
this session                 stays  ends   stays  –      stays  –      –      –      –      –      –      stays  –      –
copies of its cookie         ends   ends   ends   –      ends   –      –      –      –      –      –      stays  –      –
other sessions               ends   ends   ends   ends   ends   ends   stays  stays  ends   ends   ends   stays  stays  stays
sessions by the provider     ends   ends   ends   ends   ends   ends   stays  stays  ends   ends   ends   ends   stays  stays
known browsers               ends   ends   stays  stays  stays  stays  stays  stays  ends   stays  ends   stays  stays  stays
tokens                       asked  asked  asked  asked  stays  stays  stays  stays  ends   stays  ends   stays  stays  stays
tokens of the organisation   stays  stays  stays  stays  stays  stays  stays  –      stays  stays  stays  stays  stays  stays
reset links for them         ends   ends   stays  stays  stays  stays  stays  stays  ends   stays  ends   stays  stays  stays
reset links by them          ends   ends   stays  stays  stays  stays  ends   –      ends   stays  ends   stays  stays  stays
invitations by them          stays  stays  stays  stays  stays  stays  ends   ends   ends   ends   ends   stays  stays  stays
invitations for them         stays  stays  stays  stays  stays  stays  stays  stays  stays  stays  ends   stays  stays  stays
linked identities            asked  asked  asked  asked  stays  stays  stays  stays  stays  stays  ends   ends   stays  stays
authenticator apps           stays  stays  stays  stays  –      ends   stays  stays  stays  stays  ends   stays  stays  stays
passkeys                     stays  stays  stays  stays  –      ends   stays  stays  stays  stays  ends   stays  stays  stays
recovery codes               stays  stays  stays  stays  –      ends   stays  stays  stays  stays  ends   stays  stays  stays
live streams                 ends   ends   ends   ends   ends   ends   ends   ends   ends   ends   ends   stays  stays  stays
personal alerts              stays  stays  stays  stays  stays  stays  stays  ends   ends   stays  ends   stays  stays  stays
`;

/** The rows of the table that SECURITY.md shows. `what-ends.e2e.spec.ts` tries each column. */
export const whatEnds = TABLE.trim()
  .split('\n')
  .map((line) => {
    const [thing = '', ...cells] = line.split(/ {2,}/);
    return { thing, cells: cells as Cell[] };
  });
