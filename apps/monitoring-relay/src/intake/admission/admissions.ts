import { Inject, Injectable } from '@nestjs/common';
import { SpoolRoom } from '../../health/spool-room.ts';
import { KeyMirror } from '../../keys/key-mirror.ts';
import { RefusedKeys } from '../../keys/refused-keys.ts';
import type { Refusal } from '../refusal.ts';
import { SenderAddress } from '../sender-address.ts';
import { Admission } from './admission.ts';
import { ParseBudget } from './parse-budget.ts';
import { RateLimiter } from './rate-limiter.ts';
import { StorageWatch } from './storage-watch.ts';

/** Where reports come in. */
export interface Entry {
  /** Undefined: the tunnel, where the envelope's own DSN says who reports to what. */
  readonly projectId: number | undefined;
  /** Whether the body begins with a line that may say who reports. */
  readonly hasHeader: boolean;
  /** Of who reports, where the address names it. */
  readonly publicKey?: string;
}

/** What is asked before a report is read, and before anything of it is written. */
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
  ) {}

  open(entry: Entry): Admission {
    const { keys, rates, senders, parsing, refusedKeys, storage } = this;
    return new Admission({ keys, rates, senders, parsing, refusedKeys, storage, ...entry });
  }

  /** Undefined while there is room for reports. */
  checkRoom(): Refusal | undefined {
    return this.room.findLack() === undefined ? undefined : { ok: false, code: 'spool.full' };
  }
}
