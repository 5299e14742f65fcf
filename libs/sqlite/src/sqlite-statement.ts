import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { bindable, readParameters } from './parameters.ts';
import { createRowMaker, readValue, type Values } from './rows.ts';
import { toSqliteError, withSqliteErrors } from './sqlite-error.ts';

export interface SqliteRun {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/**
 * A prepared statement. Parameters are given one by one, or as one object if they are named
 * (`@name`). Methods throw a `SqliteError`, or the errors of `bindable`. Blobs are returned as
 * Buffers. An integer beyond 2^53 becomes the nearest number.
 */
export class SqliteStatement {
  readonly columns: readonly string[];
  private readonly parameters;
  private readonly canRepeat: boolean;
  private toRow: (values: Values) => unknown;

  constructor(private readonly native: StatementSync) {
    this.parameters = readParameters(native.sourceSQL);
    this.columns = native.columns().map(({ name }) => name);
    this.toRow = createRowMaker(this.columns);
    // Node's row objects have no prototype, and cost more than objects made from arrays.
    native.setReturnArrays(true);
    // Node.js throws for a number or rowid beyond 2^53 unless BigInts are on. A write has taken
    // effect by then and cannot be repeated, so writes use BigInts from the start.
    this.canRepeat = READS_ALONE.test(native.sourceSQL);
    if (!this.canRepeat) native.setReadBigInts(true);
  }

  /** Makes the statement return only the first value of each row. */
  pluck(): this {
    this.toRow = ([first]) => readValue(first);
    return this;
  }

  /** Makes the statement return each row as an array of values. */
  raw(): this {
    this.toRow = (values) => values.map(readValue);
    return this;
  }

  run(...parameters: unknown[]): SqliteRun {
    const bound = this.bind(parameters);
    const { changes, lastInsertRowid } = withSqliteErrors(() => this.native.run(...bound));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  get(...parameters: unknown[]): unknown {
    const bound = this.bind(parameters);
    const values = this.read(() => this.native.get(...bound) as Values | undefined);
    return values && this.toRow(values);
  }

  all(...parameters: unknown[]): unknown[] {
    const bound = this.bind(parameters);
    return this.read(() => this.native.all(...bound) as unknown as Values[]).map(this.toRow);
  }

  /** Reads row by row. Another call on the same statement ends the iteration. */
  *iterate(...parameters: unknown[]): Generator {
    const bound = this.bind(parameters);
    this.native.setReadBigInts(true);
    try {
      for (const values of this.native.iterate(...bound)) {
        yield this.toRow(values as unknown as Values);
      }
    } catch (error) {
      throw toSqliteError(error);
    } finally {
      this.native.setReadBigInts(!this.canRepeat);
    }
  }

  private bind(given: readonly unknown[]): SQLInputValue[] {
    return bindable(this.parameters, given) as SQLInputValue[];
  }

  /**
   * Reads numbers first, and reads again with BigInts only when a number is too large, because
   * BigInts are slow.
   */
  private read<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if (!isTooLarge(error) || !this.canRepeat) throw toSqliteError(error);
      this.native.setReadBigInts(true);
      const result = withSqliteErrors(run);
      this.native.setReadBigInts(false);
      return result;
    }
  }
}

const READS_ALONE = /^\s*(?:select|pragma)\b/i;

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_OUT_OF_RANGE';
}
