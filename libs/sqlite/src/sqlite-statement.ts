import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { bindable, readParameters } from './parameters.ts';
import { createRowMaker, readValue, type Values } from './rows.ts';
import { toSqliteError } from './sqlite-error.ts';

export interface SqliteRun {
  readonly changes: number;
  readonly lastInsertRowid: number;
}

/**
 * A prepared statement. It takes its parameters one by one, or as one object where they have names (`@name`). Its methods
 * throw a `SqliteError`, or a RangeError where parameters are missing or left over. Blobs are Buffers. An integer beyond
 * 2^53 becomes the nearest number.
 */
export class SqliteStatement {
  /** Names of the columns of its rows; empty for a statement without rows. */
  readonly columns: readonly string[];
  private readonly parameters;
  private toRow: (values: Values) => unknown;

  constructor(private readonly native: StatementSync) {
    this.parameters = readParameters(native.sourceSQL);
    this.columns = native.columns().map(({ name }) => name);
    this.toRow = createRowMaker(this.columns);
    // Objects of Node.js have no prototype, and cost more than objects that are made of arrays.
    native.setReturnArrays(true);
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
    try {
      return this.native.run(...bound) as SqliteRun;
    } catch (error) {
      throw toSqliteError(error);
    }
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
      this.native.setReadBigInts(false);
    }
  }

  private bind(given: readonly unknown[]): SQLInputValue[] {
    return bindable(this.parameters, given) as SQLInputValue[];
  }

  private read<Result>(run: () => Result): Result {
    try {
      return run();
    } catch (error) {
      if (isTooLarge(error) && READS_ALONE.test(this.native.sourceSQL)) return this.readLarge(run);
      throw toSqliteError(error);
    }
  }

  private readLarge<Result>(run: () => Result): Result {
    this.native.setReadBigInts(true);
    try {
      return run();
    } catch (error) {
      throw toSqliteError(error);
    } finally {
      this.native.setReadBigInts(false);
    }
  }
}

/** What changes nothing can run twice. */
const READS_ALONE = /^\s*(?:select|pragma)\b/i;

function isTooLarge(error: unknown): boolean {
  return (error as { code?: unknown }).code === 'ERR_OUT_OF_RANGE';
}
