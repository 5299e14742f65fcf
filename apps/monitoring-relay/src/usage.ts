import { serverUsage } from '#command-line';

/** A clone that is not built prints this from the source. */
export const USAGE = `Usage, in the image (in a clone, write npm run errata -- for errata):
  errata backup <folder>    copies databases, spools and secret to that folder; Errata may run
  errata restore <folder>   restores such a copy into DATA_DIR and DATABASE_URL
  errata usage              prints the space of projects and tables; reads the whole SQLite file
  errata shrink             gives unused space of the database back to the disk; stop Errata first
  errata token --name <name> --scope <scope>
                            makes a token of the organisation, and prints it as the last line
  errata reset-link <address>
                            prints a link by which this person sets another password within an hour
  errata explain <event>    says why frames of that event have no original places
  errata version            prints the version of Errata

${serverUsage}
In the image, errata alone runs all of Errata; errata renderer and errata relay run one of its services.
`;
