import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readvSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BodyPlace } from '../segments/body-place.ts';
import { SegmentReader } from '../segments/segment-reader.ts';
import type { CopiedReport, CopiedRows, PlacedReport, SpilledReport } from './copied-rows.ts';

const REPORTS_AT_ONCE = 200;
const { O_CREAT, O_WRONLY } = constants;

/**
 * The bodies of a spool that may be in use, copied to where rows say they stand. A segment is written over once its
 * reports have gone, and a file is removed with its report: what is not found as its row says has gone since, or is damaged.
 */
export class CopiedBodies {
  /** By the id of a report, where its body is copied to: what is owed may stand elsewhere by the next time. */
  private readonly copiedTo = new Map<number, string>();

  constructor(
    private readonly from: string,
    private readonly to: string,
  ) {}

  /** Copies those of these rows that are not copied yet, and resolves with the reports whose body is missing. */
  async copy(rows: CopiedRows): Promise<CopiedReport[]> {
    const missing = await this.copyPlaced(rows);
    for (const report of rows.listSpilled()) {
      if (!(await this.copyFile(report))) missing.push(report);
    }
    return missing;
  }

  /** Removes what these rows do not name. */
  tidy(rows: CopiedRows): void {
    const segments = new Set<string>();
    for (let last = 0; ;) {
      const reports = rows.listPlaced(last, REPORTS_AT_ONCE);
      if (reports.length === 0) break;
      for (const { place } of reports) segments.add(String(place.segment));
      last = reports.at(-1)!.id;
    }
    removeOthers(join(this.to, 'segments'), segments);
    removeOthers(join(this.to, 'bodies'), new Set(rows.listSpilled().map(({ name }) => name)));
  }

  private async copyPlaced(rows: CopiedRows): Promise<CopiedReport[]> {
    const reader = new SegmentReader({
      locate: (segment) => join(this.from, 'segments', String(segment)),
      readvSync,
    });
    const missing: CopiedReport[] = [];
    try {
      for (let last = 0; ;) {
        const reports = rows.listPlaced(last, REPORTS_AT_ONCE);
        if (reports.length === 0) break;
        missing.push(...this.copySome(reader, reports));
        last = reports.at(-1)!.id;
        await nextTurn();
      }
    } finally {
      reader.close();
    }
    return missing;
  }

  private copySome(reader: SegmentReader, listed: readonly PlacedReport[]): CopiedReport[] {
    const reports = listed.filter(({ id, place }) => this.copiedTo.get(id) !== nameOf(place));
    const bodies = reader.read(reports.map(({ place }) => place));
    return reports.filter(({ id, place }, index) => {
      const body = bodies[index];
      if (!body) return true;
      this.write(place.segment, place.offset, body);
      this.copiedTo.set(id, nameOf(place));
      return false;
    });
  }

  private write(segment: number, offset: number, body: Buffer): void {
    const folder = join(this.to, 'segments');
    mkdirSync(folder, { recursive: true });
    const descriptor = openSync(join(folder, String(segment)), O_CREAT | O_WRONLY, 0o600);
    try {
      for (let bytes = 0; bytes < body.length;) {
        bytes += writeSync(descriptor, body, bytes, body.length - bytes, offset + bytes);
      }
    } finally {
      closeSync(descriptor);
    }
  }

  /** Returns false when it is gone, or was cut. */
  private async copyFile({ name, bytes }: SpilledReport): Promise<boolean> {
    const copied = join(this.to, 'bodies', name);
    if (hasBytes(copied, bytes)) return true;
    mkdirSync(join(this.to, 'bodies'), { recursive: true });
    try {
      await copyFile(join(this.from, 'bodies', name), copied);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    return hasBytes(copied, bytes);
  }
}

function nameOf({ segment, offset }: BodyPlace): string {
  return `${segment} ${offset}`;
}

function hasBytes(path: string, bytes: number): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === bytes;
}

function removeOthers(folder: string, names: ReadonlySet<string>): void {
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(folder)) {
    if (!names.has(name)) rmSync(join(folder, name));
  }
}
