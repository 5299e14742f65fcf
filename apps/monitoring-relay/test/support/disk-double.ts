import * as fs from 'node:fs';
import { basename } from 'node:path';
import type { SegmentDisk } from '../../src/spool/segments/segment.ts';

type Call = 'open' | 'write' | 'sync';

/** The disk, and what it is asked for; it fails when told so. */
export class DiskDouble implements SegmentDisk {
  /** `write 1`: of the file by that name. */
  readonly calls: string[] = [];
  readonly closeSync = fs.closeSync;
  private readonly names = new Map<number, string>();
  private failure: { readonly call: Call; readonly code: string; atCall: number } | undefined;
  private mostBytes = Infinity;

  readonly openSync: SegmentDisk['openSync'] = (path, ...args) => {
    this.note('open', basename(String(path)));
    const descriptor = fs.openSync(path, ...args);
    this.names.set(descriptor, basename(String(path)));
    return descriptor;
  };

  readonly writevSync: SegmentDisk['writevSync'] = (descriptor, buffers, position) => {
    this.note('write', this.names.get(descriptor)!);
    if (this.mostBytes === Infinity) return fs.writevSync(descriptor, buffers, position);
    const bytes = Buffer.concat(buffers as Buffer[]).subarray(0, this.mostBytes);
    this.mostBytes = Infinity;
    return fs.writevSync(descriptor, [bytes], position);
  };

  readonly fdatasyncSync: SegmentDisk['fdatasyncSync'] = (descriptor) => {
    this.note('sync', this.names.get(descriptor)!);
    fs.fdatasyncSync(descriptor);
  };

  /** From that call of the kind on. */
  fail(call: Call, code: string, atCall = 1): void {
    this.failure = { call, code, atCall };
  }

  recover(): void {
    this.failure = undefined;
  }

  /** Of the next write. */
  takesAtMost(bytes: number): void {
    this.mostBytes = bytes;
  }

  private note(call: Call, name: string): void {
    this.calls.push(`${call} ${name}`);
    if (this.failure?.call !== call) return;
    this.failure.atCall -= 1;
    const { code } = this.failure;
    if (this.failure.atCall <= 0) throw Object.assign(new Error(code), { code });
  }
}
