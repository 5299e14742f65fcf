import type { RecordingBounds } from '#product/recording/record';
import type { DeliverySettings, JobRun } from '#shared';
import type { LogLine } from '#telemetry/plain';
import type { SpoolQueue } from '../../spool/ports/spool-queue.ts';
import type { PortableError } from './portable-error.ts';

/** The spool of this relay, or the one of another that is emptied at the moment. */
export type QueueName = 'own' | 'left';

/** What the thread can ask of a spool. */
export type QueueMethod = Exclude<keyof SpoolQueue, 'onAppended'>;

export type QueueCall = {
  readonly [Method in QueueMethod]: {
    readonly method: Method;
    readonly args: Parameters<SpoolQueue[Method]>;
  };
}[QueueMethod];

/** The first one does all that there is to do; the second one takes what is in the own spool, when it is told to. */
export type ThreadPart = 'first' | 'second';

export interface ThreadSettings {
  readonly part: ThreadPart;
  readonly dataDir: string;
  readonly databaseUrl?: string;
  /** ERRATA_SECRET, or what a file of the data folder has. */
  readonly secret?: string | undefined;
  /** None when absent. */
  readonly bounds?: RecordingBounds;
  /** Alerts stay in the outbox when absent. */
  readonly delivery?: DeliverySettings | undefined;
  /** Of all threads that write to the database. */
  readonly turns: SharedArrayBuffer;
  readonly beatEveryMs: number;
}

/** What the thread says. */
export type FromThread =
  /** Its event loop turns. */
  | { readonly type: 'beat' }
  | ({ readonly type: 'call'; readonly id: number; readonly queue: QueueName } & QueueCall)
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'jobRun'; readonly run: JobRun }
  | { readonly type: 'fault'; readonly error: PortableError; readonly projectId?: number }
  /** The left spool is empty, or cannot be read. */
  | { readonly type: 'finished'; readonly error?: PortableError }
  /** The second one has found nothing any more, and has no report. */
  | { readonly type: 'drained' };

/** What the thread is told. */
export type ToThread =
  | { readonly type: 'answer'; readonly id: number; readonly result: CallResult }
  /** There are reports, after a claim found none. */
  | { readonly type: 'appended' }
  /** Take what is in the left spool. */
  | { readonly type: 'finish' }
  /** Take what is in the own spool: told to the second one. */
  | { readonly type: 'drain' }
  /** End what is under way, and then itself. */
  | { readonly type: 'stop' };

export type CallResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: PortableError };
