import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Person, toKeptAddress } from '#events';
import { ErasureStore } from '#product/operation/erasing';
import { LongReads } from '#product';
import type {
  Erasure,
  ErasureScope,
  FoundPiece,
  CreatePersonEraser,
} from '#product/operation/erasing';
import { Clock, erasureLimits, parsePersonName } from '#shared';
import type { PersonKind } from '#shared';
import { AuditTrail } from '../../people/audit/index.ts';
import type { PersonSearch } from './person-data.dto.ts';

const openPerson: CreatePersonEraser = (name, others) => new Person(name, others);

const NOT_SUCH: Readonly<Record<PersonKind, string>> = {
  id: `This is not an id of at most ${erasureLimits.nameLength} characters.`,
  email: 'This is not a mail address.',
  address: 'This is not a network address.',
};

/**
 * Finds, exports and erases what is stored about a person. The methods do not check rights. Callers
 * must do so.
 */
@Injectable()
export class PersonDataService {
  constructor(
    private readonly erasures: ErasureStore,
    private readonly reads: LongReads,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async list(scope: ErasureScope): Promise<PersonSearch[]> {
    return (await this.erasures.list(scope)).map(toSearch);
  }

  /** Resolves with undefined, or with the reason why the search cannot begin. */
  async search(
    { kind, name }: { readonly kind: PersonKind; readonly name: string },
    scope: ErasureScope,
    byUserId: number,
  ): Promise<string | undefined> {
    const person = parsePersonName(kind, name);
    if (!person) return NOT_SUCH[kind];
    const by = { byUserId, nowMs: this.clock.nowMs() };
    const id = await this.erasures.search(person, scope, by);
    if (id === undefined)
      return `${erasureLimits.openSearches} searches are open, which is the most. Forget one of them first.`;
    await this.note('searched', await this.erasures.find(id, scope), byUserId);
    return undefined;
  }

  /**
   * Begins to erase what a search has found. Resolves with false when the search has not ended or
   * its name is forgotten.
   */
  erase(id: number, scope: ErasureScope, byUserId: number): Promise<boolean> {
    return this.erasures.erase(id, scope, { byUserId, nowMs: this.clock.nowMs() });
  }

  forget(id: number, scope: ErasureScope): Promise<boolean> {
    return this.erasures.forget(id, scope, this.clock.nowMs());
  }

  /**
   * Streams everything that the search finds as one JSON document, and writes the export to the
   * audit log. Resolves with undefined when the search does not exist or its name is forgotten.
   */
  async export(id: number, scope: ErasureScope, byUserId: number): Promise<Readable | undefined> {
    const erasure = await this.erasures.find(id, scope);
    if (erasure?.name === undefined) return undefined;
    await this.note('exported', erasure, byUserId);
    return Readable.from(writeJson(this.reads.stores.erasures.read(id, scope, openPerson)));
  }

  private async note(
    did: 'searched' | 'exported',
    erasure: Erasure | undefined,
    byUserId: number,
  ): Promise<void> {
    const { projectId, nameHash: target = '' } = erasure ?? {};
    const scope = projectId === undefined ? {} : { projectId };
    await this.audit.note(byUserId, { ...scope, what: `person-data.${did}`, target, to: true });
  }
}

function toSearch(erasure: Erasure): PersonSearch {
  const { id, kind, name, others, nameHash, state, total, counts, askedAtMs, endedAtMs } = erasure;
  return {
    id,
    kind,
    name,
    ...(kind === 'address' && name !== undefined ? toShared(name) : {}),
    others,
    receipt: nameHash,
    state,
    total,
    counts,
    askedAtMs,
    ...(endedAtMs === undefined ? {} : { endedAtMs }),
  };
}

function toShared(address: string): Pick<PersonSearch, 'shortened' | 'isShared'> {
  const shortened = toKeptAddress(address, 'shorten');
  if (shortened === undefined) return {};
  return shortened === address ? { isShared: true } : { shortened };
}

const LISTS = [
  ['event', 'events'],
  ['feedback', 'feedback'],
  ['span_names', 'names'],
  ['log', 'logs'],
] as const satisfies readonly (readonly [FoundPiece['what'], string])[];

/** In `pieces`, the lists must come in the order of `LISTS`. */
async function* writeJson(pieces: AsyncIterable<FoundPiece>): AsyncGenerator<string> {
  let list = 0;
  let separator = '\n';
  yield '{"events":[';
  const open = (): string => {
    separator = '\n';
    list += 1;
    return `\n],"${LISTS[list]![1]}":[`;
  };
  for await (const { what, json } of pieces) {
    while (LISTS[list]![0] !== what) yield open();
    yield separator + json;
    separator = ',\n';
  }
  while (list < LISTS.length - 1) yield open();
  yield '\n]}\n';
}
