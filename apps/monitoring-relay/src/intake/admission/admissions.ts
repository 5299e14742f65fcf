import { Inject, Injectable } from '@nestjs/common';
import { SpoolRoom } from '../../spool/room/spool-room.ts';
import { KeyMirror } from '../../keys/key-mirror.ts';
import { RefusedKeys } from '../../keys/refused-keys.ts';
import type { Refusal } from '../refusal.ts';
import { SenderAddress } from '../sender-address.ts';
import { Admission } from './admission.ts';
import { ParseBudget } from './parse-budget.ts';
import { RateLimiter } from './rate-limiter.ts';
import { StorageWatch } from './storage-watch.ts';
import { UnwantedSpans } from './unwanted-spans.ts';

export interface Entry {
  /** Undefined for the tunnel, where the DSN in the envelope names the project and the key. */
  readonly projectId: number | undefined;
  /** Whether the body begins with an envelope header, which may name the key. */
  readonly hasHeader: boolean;
  readonly publicKey?: string;
}

@Injectable()
export class Admissions {
  constructor(
    @Inject(KeyMirror) private readonly keys: KeyMirror,
    @Inject(RateLimiter) private readonly rates: RateLimiter,
    @Inject(SenderAddress) private readonly senders: SenderAddress,
    @Inject(RefusedKeys) private readonly refusedKeys: RefusedKeys,
    @Inject(ParseBudget) private readonly parsing: ParseBudget,
    @Inject(SpoolRoom) private readonly room: SpoolRoom,
    @Inject(StorageWatch) private readonly storage: StorageWatch,
    @Inject(UnwantedSpans) private readonly unwantedSpans: UnwantedSpans,
  ) {}

  open(entry: Entry): Admission {
    const { keys, rates, senders, parsing, refusedKeys, storage, unwantedSpans } = this;
    const rules = { keys, rates, senders, parsing, refusedKeys, storage, unwantedSpans };
    return new Admission({ ...rules, ...entry });
  }

  checkRoom(): Refusal | undefined {
    return this.room.findLack() === undefined ? undefined : { ok: false, code: 'spool.full' };
  }
}
