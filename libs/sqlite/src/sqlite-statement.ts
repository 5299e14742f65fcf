import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { bindable, readParameters } from './parameters.ts';
import { createRowMaker, readValue, type Values } from './rows.ts';
import { toSqliteError, withSqliteErrors } from './sqlite-error.ts';

export interface SqliteRun {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/**
 * A prepared statement. It takes its parameters one by one, or as one object where they have names (`@name`). Its methods
 * throw a `SqliteError`, or what `bindable` throws. Blobs are Buffers. An integer beyond
 * 2^53 becomes the nearest number.
 */
export class SqliteStatement {
  /** Names of the columns of its rows; empty for a statement without rows. */
  readonly columns: readonly string[];
  private readonly parameters;
  private readonly canRepeat: boolean;
  private toRow: (values: Values) => unknown;

  constructor(private readonly native: StatementSync) {
    this.parameters = readParameters(native.sourceSQL);
    this.columns = native.columns().map(({ name }) => name);
    this.toRow = createRowMaker(this.columns);
    // Objects of Node.js have no prototype, and cost more than objects that are made of arrays.
    native.setReturnArrays(true);
    // Numbers beyond 2^53 throw where they are read, also those of rowids, after the statement has taken effect.
    this.canRepeat = READS_ALONE.test(native.sourceSQL);
    if (!this.canRepeat) native.setReadBigInts(true);
  }

  /** Makes its rows their first value. */
  pluck(): this {
    this.toRow = ([first]) => readValue(first);
    return this;
  }

  /** Makes its rows arrays of values. */
  raw(): this {
    this.toRow = (values) => values.map(readValue);
    return this;
  }

  run(...parameters: unknown[]): SqliteRun {
    const bound = this.bind(parameters);
    const { changes, lastInsertRowid } = withSqliteErrors(() => this.native.run(...bound));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  /** The first row; undefined where there is none. */
  get(...parameters: unknown[]): unknown {
    const bound = this.bind(parameters);
    const values = this.read(() => this.native.get(...bound) as Values | undefined);
    return values && this.toRow(values);
  }

  all(...parameters: unknown[]): unknown[] {
    const bound = this.bind(parameters);
    return this.read(() => this.native.all(...bound) as unknown as Values[]).map(this.toRow);
  }

  /** Reads row by row. Another call of the same statement ends it. */
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

  /** BigInts cost: they are read only where a number would not do. */
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

/** A statement that changes nothing can run twice. */
const READS_ALONE = /^\s*(?:select|pragma)\b/i;

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_OUT_OF_RANGE';
}
