import { SqliteQueryCompiler } from 'kysely';

const ENDS_WITH_LIMIT = /\blimit\s+$/i;

/**
 * Writes limits into the SQL. SQLite plans by the value of a bound limit, and therefore compiles such
 * a statement anew each time it is run: an issue's page took 570 µs of SQLite instead of 200.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  #last = '';

  protected override append(text: string): void {
    // A nested piece of SQL may begin with an empty text.
    if (text !== '') this.#last = text;
    super.append(text);
  }

  protected override appendValue(value: unknown): void {
    if (Number.isSafeInteger(value) && ENDS_WITH_LIMIT.test(this.#last)) this.append(String(value));
    else super.appendValue(value);
  }
}
