import type { RecordingBounds } from '#product/recording/record';
import type { DeliverySettings, JobRun } from '#shared';
import type { LogLine } from '#telemetry/plain';
import type { SpoolQueue } from '../../spool/ports/spool-queue.ts';
import type { PortableError } from './portable-error.ts';

export type QueueName = 'own' | 'orphaned';

export type QueueMethod = Exclude<keyof SpoolQueue, 'onAppended'>;

export type QueueCall = {
  readonly [Method in QueueMethod]: {
    readonly method: Method;
    readonly args: Parameters<SpoolQueue[Method]>;
  };
}[QueueMethod];

/**
 * The first thread does all work. The second thread only helps, on demand, to empty this relay's
 * spool.
 */
export type ThreadPart = 'first' | 'second';

export interface ThreadSettings {
  readonly part: ThreadPart;
  readonly dataDir: string;
  readonly minFreeDiskBytes: number;
  readonly databaseUrl?: string;
  readonly secret?: string | undefined;
  readonly bounds?: RecordingBounds;
  /** When absent, alerts stay in the outbox. */
  readonly delivery?: DeliverySettings | undefined;
  readonly turns: SharedArrayBuffer;
  readonly beatEveryMs: number;
}

export type FromThread =
  /** Sent regularly, as a sign that the thread does not hang. */
  | { readonly type: 'beat' }
  | ({ readonly type: 'call'; readonly id: number; readonly queue: QueueName } & QueueCall)
  | { readonly type: 'log'; readonly line: LogLine }
  | { readonly type: 'jobRun'; readonly run: JobRun }
  | { readonly type: 'fault'; readonly error: PortableError; readonly projectId?: number }
  /** The orphaned spool is empty, or cannot be read. */
  | { readonly type: 'finished'; readonly error?: PortableError }
  /** The second thread found this relay's spool empty, and holds no report. */
  | { readonly type: 'drained' };

export type ToThread =
  | { readonly type: 'answer'; readonly id: number; readonly result: CallResult }
  | { readonly type: 'appended' }
  | { readonly type: 'finish' }
  /** Sent only to the second thread: empty this relay's spool. */
  | { readonly type: 'drain' }
  | { readonly type: 'stop' };

export type CallResult =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: PortableError };
