import * as fs from 'node:fs';
import { basename } from 'node:path';
import type { SegmentDisk } from '../../src/spool/segments/segment.ts';

const PAGE_BYTES = 4096;

type Call = 'open' | 'write' | 'sync';

export class DiskDouble implements SegmentDisk {
  /** Entries like `write 1`: the call and the name of its file. */
  readonly calls: string[] = [];
  readonly closeSync = fs.closeSync;
  private readonly names = new Map<number, string>();
  private failure: { readonly call: Call; readonly code: string; atCall: number } | undefined;
  private mostBytes = Infinity;
  private badOffset = Infinity;

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

  /**
   * Behaves like a disk: returns the bytes before a bad page, and fails when a read begins on it.
   */
  readonly readvSync: SegmentDisk['readvSync'] = (descriptor, buffers, position) => {
    const start = Number(position);
    const end = buffers.reduce((sum, { byteLength }) => sum + byteLength, start);
    const isMet = start < this.badOffset + PAGE_BYTES && end > this.badOffset;
    if (!isMet) return fs.readvSync(descriptor, buffers, position);
    if (start >= this.badOffset) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    return this.readUpTo(this.badOffset, descriptor, buffers, start);
  };

  readonly fdatasyncSync: SegmentDisk['fdatasyncSync'] = (descriptor) => {
    this.note('sync', this.names.get(descriptor)!);
    fs.fdatasyncSync(descriptor);
  };

  fail(call: Call, code: string, atCall = 1): void {
    this.failure = { call, code, atCall };
  }

  breakPageAt(offset: number): void {
    this.badOffset = offset;
  }

  recover(): void {
    this.failure = undefined;
    this.badOffset = Infinity;
  }

  takesAtMost(bytes: number): void {
    this.mostBytes = bytes;
  }

  private readUpTo(
    end: number,
    descriptor: number,
    buffers: readonly NodeJS.ArrayBufferView[],
    start: number,
  ): number {
    let position = start;
    for (const buffer of buffers as readonly Buffer[]) {
      const part = buffer.subarray(0, end - position);
      position += fs.readSync(descriptor, part, 0, part.length, position);
      if (position === end) break;
    }
    return position - start;
  }

  private note(call: Call, name: string): void {
    this.calls.push(`${call} ${name}`);
    if (this.failure?.call !== call) return;
    this.failure.atCall -= 1;
    const { code } = this.failure;
    if (this.failure.atCall <= 0) throw Object.assign(new Error(code), { code });
  }
}
