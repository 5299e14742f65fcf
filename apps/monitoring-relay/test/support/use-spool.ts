import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SpoolFileOptions } from '../../src/spool/file/spool-file.ts';
import type { IncomingReport } from '../../src/spool/ports/spool-intake.ts';
import { createIncomingReport } from './incoming-report.ts';
import { holdSpool, type OpenedSpool } from './opened-spool.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

type Traits = Partial<IncomingReport>;

/** Limits of a claim that takes all reports of a spec. */
export const ALL = { maxReports: 10_000, maxBytes: Infinity };

/** Limits of a list of all forwards of a project. */
export const EVERY = { aboveId: 0, max: 10_000 };

/** Stands for an object that each test, or each opening, has anew. */
function standFor<Value extends object>(find: () => Value): Value {
  return new Proxy({} as Value, {
    get: (_, name) => Reflect.get(find(), name) as unknown,
    set: (_, name, value) => Reflect.set(find(), name, value),
  });
}

/** Opens a spool in a new folder for each test. Each result acts on the one that was opened last. */
export function useSpool(options?: () => SpoolFileOptions) {
  let opened: OpenedSpool & { readonly folder: string };
  const reopen = holdSpool((latest) => (opened = latest), options);
  const file = standFor(() => opened.file);
  const bodies = standFor(() => opened.bodies);
  const spool = standFor(() => opened.spool);
  const locate = (...names: string[]): string => join(opened.folder, ...names);

  const append = (body: string | Buffer = '{}\n', traits: Traits = {}): Promise<number> =>
    spool.append(createIncomingReport({ body: Buffer.from(body), ...traits }));

  async function writeBody(text: string): Promise<{ name: string; bytes: number }> {
    const body = bodies.begin(() => undefined);
    body.write([Buffer.from(text)]);
    return body.finish();
  }

  function readForward(id: number): string | undefined {
    const body = spool.forwards.readBody(id);
    return body && String('file' in body ? readFileSync(body.file) : body.bytes);
  }

  return {
    file,
    bodies,
    spool,
    /** Returns the spool as it is now, which a later opening does not replace. */
    current: () => opened.spool,
    locate,
    /** Opens the spool in the state that a kill leaves, or a copy of it in another folder. */
    reopen,
    append,
    writeBody,
    /** Appends a report whose body is in a file. */
    spill: async (text: string, traits?: Traits) =>
      append('', { spilled: await writeBody(text), ...traits }),
    /** Claims all reports, and returns their bodies, or why they failed. */
    claimBodies: async () =>
      (await spool.claim(ALL)).map(({ body, bodyFile, failure }) =>
        failure ? failure.reason : String(bodyFile ? readFileSync(bodyFile) : body),
      ),
    readForward,
    settleForwards: (...ids: number[]) => spool.forwards.settle(ids, () => []),
    listSegments: () => readdirSync(locate('segments')),
    /** Copies the files of the open spool, because a killed process leaves them in this state. */
    copyFolder: () => {
      const copy = createTemporaryFolder();
      cpSync(opened.folder, copy, { recursive: true });
      return copy;
    },
    /** Makes each statement such as `INSERT ON reports` fail until `allow` is called. */
    refuse: (what: string) =>
      file.db.exec(
        `CREATE TEMP TRIGGER refuse BEFORE ${what} BEGIN SELECT raise(ABORT, 'full'); END`,
      ),
    allow: () => file.db.exec('DROP TRIGGER refuse'),
    /** Returns each tally, such as `3 error forwarded/sent`. */
    listTallies: () =>
      file.db
        .prepare(
          `SELECT quantity || ' ' || kind || ' ' || outcome || '/' || reason FROM tallies
           ORDER BY outcome, reason`,
        )
        .pluck()
        .all(),
  };
}
